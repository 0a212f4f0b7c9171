from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import cast

from ._errors import WebhookError
from .types import KnownEvent

_TOLERANCE_SECONDS = 300


def verify_webhook(body: bytes | str, headers: Mapping[str, str], secret: str) -> KnownEvent:
    """Verify the signature of a webhook (Standard Webhooks) and return its event.

    `body` is the request body as it arrived: a parsed and serialized one has another signature. Later
    versions of the service may send other types of events: ignore those that you do not know. Raises a `WebhookError`.
    """
    values = {name.lower(): value for name, value in headers.items()}
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        if not values.get(name):
            raise WebhookError(f"The header {name} is missing.")
    timestamp = values["webhook-timestamp"]
    is_number = timestamp.isascii() and timestamp.isdecimal()
    if not is_number or abs(time.time() - int(timestamp)) > _TOLERANCE_SECONDS:
        raise WebhookError("The webhook is not of the last five minutes.")
    raw = body.encode() if isinstance(body, str) else body
    signed = f"{values['webhook-id']}.{timestamp}.".encode() + raw
    expected = b"v1," + base64.b64encode(hmac.new(_key_of(secret), signed, hashlib.sha256).digest())
    if not any(hmac.compare_digest(expected, each.encode()) for each in values["webhook-signature"].split(" ")):
        raise WebhookError("No signature of the webhook is valid.")
    return cast("KnownEvent", json.loads(raw))


def _key_of(secret: str) -> bytes:
    """A secret that begins with `whsec_` is Base64. Any other is used as it is."""
    if not secret.startswith("whsec_"):
        return secret.encode()
    try:
        return base64.b64decode(secret[6:], validate=True)
    except binascii.Error:
        raise WebhookError("The secret is not valid.") from None
