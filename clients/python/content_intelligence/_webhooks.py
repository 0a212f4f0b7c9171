from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping
from typing import Any, cast

from ._errors import WebhookError
from .types import KnownEvent

_TOLERANCE_SECONDS = 300


def verify_webhook(body: bytes | str, headers: Mapping[str, str], secret: str) -> KnownEvent:
    """Verify the signature of a webhook (Standard Webhooks) and return its event.

    `body` is the request body as it arrived: a parsed and serialized one has another signature. Later
    versions of the service may send other types of events: ignore those that you do not know. Raises a `WebhookError`.
    """
    key = _key_of(secret)
    try:
        raw = body.encode() if isinstance(body, str) else body
        names = ("webhook-id", "webhook-timestamp", "webhook-signature")
        id, timestamp, signatures = (_header(headers, name).encode() for name in names)
    except UnicodeEncodeError:
        raise WebhookError("The webhook has characters that no text has.") from None
    is_number = re.fullmatch(rb"[0-9]{1,12}", timestamp) is not None
    if not is_number or abs(time.time() - int(timestamp)) > _TOLERANCE_SECONDS:
        raise WebhookError("The webhook is not of the last five minutes.")
    digest = hmac.new(key, b"%b.%b.%b" % (id, timestamp, raw), hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    if not any(hmac.compare_digest(expected, signature) for signature in signatures.split(b" ")):
        raise WebhookError("No signature of the webhook is valid.")
    return _event_in(raw)


def _header(headers: Mapping[str, str], name: str) -> str:
    """Return the only value of a header, whose name may have capitals."""
    values: list[Any] = [value for key, value in headers.items() if key.lower() == name]
    if len(values) > 1 or (values and not isinstance(values[0], str)):
        raise WebhookError(f"The header {name} is repeated.")
    if not values or values[0] == "":
        raise WebhookError(f"The header {name} is missing.")
    return cast(str, values[0])


def _event_in(raw: bytes) -> KnownEvent:
    try:
        event = json.loads(raw.decode())
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, dict) or not isinstance(event.get("type"), str):
        raise WebhookError("The body of the webhook is no event.")
    return cast("KnownEvent", event)


def _key_of(secret: str | None) -> bytes:
    """A secret that begins with `whsec_` is Base64. Any other is used as it is."""
    if not secret:
        raise WebhookError("The secret is empty.")
    try:
        key = base64.b64decode(secret[6:], validate=True) if secret.startswith("whsec_") else secret.encode()
    except ValueError:
        key = b""
    if key == b"":
        raise WebhookError("The secret is not valid.")
    return key
