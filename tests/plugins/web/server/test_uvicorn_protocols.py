from __future__ import annotations

from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol
from websockets.uri import parse_uri

from stackyard_web.server.uvicorn_protocols import COMPRESSED, CompressionFactory

MOST = 65_536  # bytes of a message from a page


def connected() -> tuple[ServerProtocol, ClientProtocol]:
    """Both ends of a connection that has agreed on compression."""
    server = ServerProtocol(extensions=[CompressionFactory()], max_size=MOST)
    client = ClientProtocol(
        parse_uri("ws://localhost/"), extensions=[ClientPerMessageDeflateFactory()]
    )
    client.send_request(client.connect())
    server.receive_data(b"".join(client.data_to_send()))
    request = server.events_received()[0]
    assert isinstance(request, Request)
    server.send_response(server.accept(request))
    client.receive_data(b"".join(server.data_to_send()))
    client.events_received()
    return server, client


def test_only_long_messages_are_compressed() -> None:
    server, client = connected()
    for text, least, most in ((b"a" * (COMPRESSED - 1), COMPRESSED - 1, 400), (b"a" * 9000, 1, 60)):
        server.send_text(text)
        sent = b"".join(server.data_to_send())
        assert least <= len(sent) <= most
        client.receive_data(sent)
        (frame,) = client.events_received()
        assert isinstance(frame, Frame)
        assert frame.data == text


def test_a_message_that_grows_a_thousandfold_ends_the_connection() -> None:
    server, client = connected()
    client.send_text(b"a" * 10_000_000)
    bomb = b"".join(client.data_to_send())
    assert len(bomb) < MOST
    server.receive_data(bomb)
    assert not [
        event
        for event in server.events_received()
        if isinstance(event, Frame) and event.opcode is Opcode.TEXT
    ]
    assert server.close_sent is not None
    assert server.close_sent.code == 1009
