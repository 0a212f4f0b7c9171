"""The client of the Content Intelligence Service."""

from ._client import AsyncClient, Client
from ._errors import CisError, ConnectionError, APIError, WebhookError
from ._hooks import ResponseInfo, RetryInfo
from ._pages import AsyncPages, Pages
from ._webhooks import verify_webhook

__all__ = [
    "AsyncClient",
    "AsyncPages",
    "CisError",
    "Client",
    "ConnectionError",
    "Pages",
    "APIError",
    "ResponseInfo",
    "RetryInfo",
    "WebhookError",
    "verify_webhook",
]
