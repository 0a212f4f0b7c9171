from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ._errors import CisError


@dataclass(frozen=True)
class ResponseInfo:
    """A response of the service. The names of the headers are in small letters."""

    method: str
    path: str
    status: int
    headers: Mapping[str, str]


@dataclass(frozen=True)
class RetryInfo:
    """A wait for another attempt, in seconds, after a number of attempts has failed."""

    method: str
    path: str
    attempts: int
    wait: float
    error: CisError


@dataclass(frozen=True)
class Hooks:
    """What a program does with responses and waits."""

    on_response: Callable[[ResponseInfo], object] | None
    on_retry: Callable[[RetryInfo], object] | None
