"""Notifications through the push services of browsers (RFC 8030).

A push service passes encrypted messages on to a browser. It knows this server by a key (VAPID,
RFC 8292) whose private half never leaves the archive.
"""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64encode
from importlib import import_module
from typing import Any

from msgspec import Struct

from stackyard.errors import StackyardError
from stackyard.records.archive import Archive

# The push services of Chromium, Firefox, Edge and Safari: the server calls no other address that a
# page names.
SERVICES = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "notify.windows.com",
    "push.apple.com",
)
TTL = 3 * 24 * 3600  # seconds for which the service keeps a message for a browser that is off
PATIENCE = 10.0  # seconds for the service to answer
GONE = (404, 410)  # the browser has ended the subscription


class Subscription(Struct, frozen=True):
    """A browser that wants to be told: its address at a push service, and its public keys."""

    endpoint: str
    p256dh: str
    auth: str
    role: str = ""  # of the page that subscribed


class PushSender:
    """Sends notifications in the name of `contact`, a mailto: or https: address.

    StackyardError without pywebpush.
    """

    def __init__(self, archive: Archive, contact: str) -> None:
        try:
            self._library: Any = import_module("pywebpush")
            vapid: Any = import_module("py_vapid").Vapid02
            serialization: Any = import_module("cryptography.hazmat.primitives.serialization")
        except ImportError:
            raise StackyardError(
                "--push needs a library: python -m pip install pywebpush"
            ) from None
        self._contact = contact

        def made() -> str:
            key = vapid()
            key.generate_keys()
            return str(key.private_pem().decode())

        self._key = vapid.from_pem(archive.setting("web-push-key", made).encode())
        point: bytes = self._key.public_key.public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.public_key = urlsafe_b64encode(point).decode().rstrip("=")

    def send(self, subscription: Subscription, content: dict[str, str]) -> bool:
        """Send a notification and wait; whether the subscription is still of use."""
        try:
            self._library.webpush(
                {
                    "endpoint": subscription.endpoint,
                    "keys": {"p256dh": subscription.p256dh, "auth": subscription.auth},
                },
                json.dumps(content),
                vapid_private_key=self._key,
                vapid_claims={"sub": self._contact},
                ttl=TTL,
                timeout=PATIENCE,
                requests_session=_session(),
            )
        except self._library.WebPushException as failure:
            answer = failure.response
            return answer is None or answer.status_code not in GONE
        except ValueError:  # the keys are none
            return False
        except OSError:  # the service does not answer
            return True
        return True


def require_push_service(endpoint: str) -> None:
    """Refuse an address that is not that of a known push service."""
    fit = re.fullmatch(r"https://([a-z0-9.-]+)/[\x21-\x7e]*", endpoint)
    if fit is None or not any(fit[1] == name or fit[1].endswith(f".{name}") for name in SERVICES):
        raise StackyardError("this browser's push service is not known here")


def _session() -> Any:
    """A session that follows no redirection, which could lead into the host's own network."""
    session = import_module("requests").Session()
    session.max_redirects = 0
    session.trust_env = False
    return session
