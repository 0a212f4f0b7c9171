from __future__ import annotations

import builtins
from typing import Any


class CisError(Exception):
    """Every error of this library. `retryable`: whether the same request may succeed later."""

    def __init__(self, message: str, retryable: bool = False) -> None:
        super().__init__(message)
        self.retryable = retryable


class APIError(CisError):
    """The service has rejected the request, or could not process it.

    `code` is machine-readable, such as `not_found`; later versions of the service may add codes. `request_id` is for
    support, and None if something between you and the service has responded. `retry_after` is the number of seconds
    after which the service accepts a repeat. `problem` has the `detail` and the invalid fields (`errors`).
    """

    def __init__(self, status: int, problem: dict[str, Any], headers: Any) -> None:
        message = problem.get("detail") or problem.get("title") or f"The response has the status {status}."
        super().__init__(str(message), bool(problem.get("retryable", status >= 500)))
        self.status = status
        self.code: str = problem.get("code") or f"http_{status}"
        self.request_id: str | None = problem.get("request_id") or headers.get("x-request-id")
        seconds = headers.get("retry-after") or ""
        self.retry_after: int | None = int(seconds) if seconds.isdecimal() else None
        self.problem = problem


class ConnectionError(CisError, builtins.ConnectionError):
    """There is no complete response: the service may have processed the request."""

    def __init__(self, message: str) -> None:
        super().__init__(message, True)


class WebhookError(CisError):
    """The signature of a webhook is missing, wrong or too old: do not process it."""
