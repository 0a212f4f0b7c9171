from __future__ import annotations

import builtins
from typing import Any

from ._remedies import REMEDIES
from .types import ProblemError


class CisError(Exception):
    """Every error of this library. `retryable`: whether the same request may succeed later."""

    def __init__(self, message: str, retryable: bool = False) -> None:
        super().__init__(message)
        self.retryable = retryable


class APIError(CisError):
    """The service has rejected the request, or could not process it.

    `code` is machine-readable, such as `not_found`; later versions of the service may add codes. `request_id` is for
    support, and None if something between you and the service has responded. `retry_after` is the number of seconds
    after which the service accepts a repeat. `errors` are the invalid fields, each with its `pointer`. `remedy` says how
    to resolve the problem, if this version knows its code. `problem` is the whole problem, with its `detail`.
    """

    def __init__(self, status: int, problem: dict[str, Any], headers: Any) -> None:
        message = problem.get("detail") or problem.get("title") or _message_of(status)
        self.code: str = problem.get("code") or f"http_{status}"
        self.request_id: str | None = problem.get("request_id") or headers.get("x-request-id")
        about = ", ".join(part for part in (self.code, self.request_id) if part)
        super().__init__(f"{message} ({about})", bool(problem.get("retryable", status >= 500)))
        self.status = status
        self.errors: list[ProblemError] = problem.get("errors") or []
        self.remedy: str | None = REMEDIES.get(self.code)
        seconds = headers.get("retry-after") or ""
        self.retry_after: int | None = int(seconds) if seconds.isdecimal() else None
        self.problem = problem


def _message_of(status: int) -> str:
    if status >= 400:
        return f"The response has the status {status}."
    return f"The response is a redirect ({status}), which the library does not follow. Check the base URL."


class ConnectionError(CisError, builtins.ConnectionError):
    """There is no complete response: the service may have processed the request.

    `attempts` says how often it was sent.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message, True)
        self.attempts = 1

    def count_attempts(self, attempts: int) -> None:
        """Add the number of attempts to the message."""
        self.attempts = attempts
        self.args = (f"{self.args[0]} ({attempts} attempt{'' if attempts == 1 else 's'})",)


class WebhookError(CisError):
    """The signature of a webhook is missing, wrong or too old: do not process it."""
