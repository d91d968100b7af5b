from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stackyard import Option
from stackyard.drawing.text import draw
from stackyard_kit.testing import GameConformance
from stackyard_kit.testing.rules_page import check_rules_page

Made = Callable[..., type[GameConformance]]
Told = Callable[[Callable[[], object]], str]

WORDS = Option("goal", "most", ("most", "least"), "Who wins.")
PAGE = """# Share

A game by nobody. The options are `counters`, `few` and `goal`, which is `most` or `least`.

At the start, `12 0,0 w`, White plays `one`: `11 1,0 w+`.

```text
PICTURE
```

```python
print("not a picture")
```
"""


@pytest.fixture
def checked(share: Any) -> Callable[[str], None]:
    """Check a page of the game, in which PICTURE is the picture of its second position."""

    def checked(page: str) -> None:
        class Paged(share.ShareGame):  # type: ignore[misc]
            __module__ = "share"
            options = (*share.ShareGame.options, WORDS)

            def rules_page(self) -> str:
                second = self.scene(self.parse_position("11 1,0 w+"))
                return page.replace("PICTURE", draw(second).rpartition("\n")[0])

        check_rules_page(Paged())

    return checked


def test_a_page_that_shows_what_the_game_does_passes(checked: Callable[[str], None]) -> None:
    checked(PAGE)
    checked(PAGE.replace("At the start, `12 0,0 w`, White plays `one`: `11 1,0 w+`.", ""))


@pytest.mark.parametrize(
    ("text", "instead", "words"),
    [
        ("# Share\n", "# Shares\n", "its first line is '# Shares' instead of '# Share'"),
        ("by nobody", "for two", "it does not name the designer, nobody"),
        ("`few`", "few", "it does not describe the option few: `few` is missing"),
        ("`least`", "least", "it does not describe the option goal: `least` is missing"),
        (
            "PICTURE",
            "PICTURE o",
            "does not draw 11 1,0 w+, the last position before it",
        ),
        ("`one`", "`four`", "`four` is not legal at 12 0,0 w: "),
        ("`one`", "`two`", "`two` leads to 10 2,0 w+, and the page says 11 1,0 w+"),
    ],
)
def test_a_page_that_says_something_else_is_told_so(
    text: str, instead: str, words: str, checked: Callable[[str], None], told: Told
) -> None:
    assert text in PAGE
    failure = told(lambda: checked(PAGE.replace(text, instead)))
    assert words in failure
    assert "in the rules page" in failure


def test_a_docstring_need_not_describe_the_options(share: Any) -> None:
    check_rules_page(share.ShareGame())
