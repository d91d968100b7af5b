from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.patches import applied

from stackyard_web.tables.message_patches import LONG, PatchEncoder

if TYPE_CHECKING:
    from tests.plugins.web.conftest import Server


def test_a_page_puts_each_message_together_again() -> None:
    random, encoder, earlier = Random(3), PatchEncoder(), list[list[str]]()
    pieces = ["{", "<g>", "</g>", '<circle r="2"/>', "🙂{é", "<{<{", "x" * 700, '\\"}']
    for _ in range(200):
        message = "{" + "".join(random.choices(pieces, k=random.randrange(1, 60)))
        patch = encoder.encode(message)
        if len(message) < LONG:
            assert patch is None
        else:
            assert patch is not None
            assert applied(earlier, patch.parts) == message


@pytest.mark.parametrize("game", ["pit_of_pillars", "splay", "slicron"])
def test_a_move_is_sent_as_what_it_changed(server: Server, game: str) -> None:
    url = server.begin(game, first="me", second="me")
    full, sent, earlier = list[str](), list[str](), list[list[str]]()
    address = f"ws://localhost{url}/live"
    with (
        server.client.websocket_connect(f"{address}?patches=1") as page,
        server.client.websocket_connect(address) as plain,
    ):
        for turn in range(8):
            while '"picture"' not in (message := plain.receive_text()):
                pass
            full.append(message)
            while not (patch := page.receive_text()).startswith('{"type":"patch"'):
                pass
            sent.append(patch)
            assert applied(earlier, msgspec.json.decode(patch)["parts"]) == message
            state = msgspec.json.decode(message)
            move = state["choices"][5 * turn % len(state["choices"])]["move"]
            version = state["version"]
            page.send_json({"type": "move", "move": move, "version": version})
    assert sum(map(len, sent[2:])) < sum(map(len, full[2:])) / 3
