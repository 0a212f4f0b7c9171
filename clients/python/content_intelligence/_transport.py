from __future__ import annotations

import base64
import copy
import datetime
import http.client
import json
import os
import random
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from ._arguments import checked_base_url, checked_header
from ._errors import CisError, ConnectionError, APIError
from ._hooks import Hooks, ResponseInfo, RetryInfo

T = TypeVar("T")

# Longer waits are left to the caller, who knows `retry_after`.
_MAX_WAIT_SECONDS = 60
# A token is renewed before the service rejects it.
_USED_SHARE_OF_TOKEN = 0.9


class Token:
    """The present access token. Threads that need a new one at the same time share one request."""

    def __init__(self, request: Callable[[], tuple[str, float]] | None, value: str | None) -> None:
        self._request = request
        self._value = value
        self._ends_at = float("inf")
        self._lock = threading.Lock()

    def get(self) -> str:
        with self._lock:
            if self._value is None or time.monotonic() >= self._ends_at:
                if self._request is None:
                    raise CisError("The client is closed.")
                value, seconds = self._request()
                self._ends_at = time.monotonic() + seconds * _USED_SHARE_OF_TOKEN
                self._value = value
            return self._value

    def drop(self, value: str) -> bool:
        """Forget a token that the service has rejected. Returns whether there can be another one."""
        with self._lock:
            # Another thread may have renewed it.
            if self._request is not None and self._value == value:
                self._value = None
            return self._request is not None

    def close(self) -> None:
        with self._lock:
            self._request = self._value = None


class Transport:
    """Sends requests with a token, and repeats those that may be repeated."""

    def __init__(
        self,
        base_url: str | None,
        client_id: str | None,
        client_secret: str | None,
        access_token: str | Callable[[], str] | None,
        timeout: float,
        max_retries: int,
        hooks: Hooks,
    ) -> None:
        base_url = os.environ.get("CIS_BASE_URL") if base_url is None else base_url
        if base_url is None:
            raise CisError("Pass `base_url`, or set CIS_BASE_URL.")
        if access_token is None:
            client_id = client_id or os.environ.get("CIS_CLIENT_ID")
            client_secret = client_secret or os.environ.get("CIS_CLIENT_SECRET")
        self._base_url = checked_base_url(base_url)
        self._hooks = hooks
        self._opener = _new_opener()
        self._timeout = timeout
        self._max_retries = max_retries
        self._cancelled = threading.Event()
        self._headers: dict[str, str] = {}
        self._owns_token = True
        if isinstance(access_token, str):
            self.token = Token(None, access_token)
        elif access_token is not None:
            self.token = Token(lambda: (access_token(), float("inf")), None)
        elif client_id and client_secret:
            pair = f"{urllib.parse.quote(client_id, '')}:{urllib.parse.quote(client_secret, '')}"
            basic = "Basic " + base64.b64encode(pair.encode()).decode()
            self.token = Token(lambda: self._request_token(basic), None)
        else:
            names = "CIS_CLIENT_ID and CIS_CLIENT_SECRET"
            raise CisError(f"Pass `client_id` and `client_secret`, or `access_token`, or set {names}.")

    def cancellable(self, cancelled: threading.Event) -> Transport:
        """Return this transport, whose calls end when the event is set."""
        bound = copy.copy(self)
        bound._cancelled = cancelled
        return bound

    def with_headers(self, headers: Mapping[str, str]) -> Transport:
        """Return a transport that sends further headers with each request. It shares the token of this one."""
        derived = copy.copy(self)
        derived._headers = {**self._headers, **headers}
        derived._owns_token = False
        return derived

    def close(self) -> None:
        """Forget the token and the key, unless they are those of another transport."""
        if self._owns_token:
            self.token.close()

    def send(
        self,
        returns: type[T],
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        keyed: bool = False,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        timeout: float | None = None,
    ) -> T:
        """Send a request and return its response. Adds `etag` to an object that has a version.

        `returns` is the type of the response, for the type checker.
        """
        headers = {"accept": "application/json", **self._headers}
        if body is not None:
            headers["content-type"] = "application/json"
        if keyed:
            key = str(uuid.uuid4()) if idempotency_key is None else idempotency_key
            headers["idempotency-key"] = checked_header("idempotency key", key)
        if if_match is not None:
            headers["if-match"] = checked_header("etag", if_match)
        data = None if body is None else json.dumps(body, default=_to_json).encode()
        url = path + _query_of(query or {})
        has_new_token = False
        while True:
            token = self.token.get()
            authorized = {**headers, "authorization": f"Bearer {checked_header('access token', token)}"}
            try:
                result: T = self._repeat(method != "POST" or keyed, method, url, authorized, data, timeout)
                return result
            except APIError as error:
                if error.code != "invalid_token" or has_new_token or not self.token.drop(token):
                    raise
                has_new_token = True

    def open(self, request: urllib.request.Request, timeout: float) -> Any:
        """Send a request, and follow no redirect: it would send the credentials to another server."""
        return self._opener.open(request, timeout=timeout)

    def wait(self, seconds: float) -> None:
        """Wait, unless the call is cancelled."""
        if self._cancelled.wait(seconds):
            raise CisError("The call was cancelled.")

    def _repeat(
        self,
        is_repeatable: bool,
        method: str,
        path: str,
        headers: dict[str, str],
        data: bytes | None,
        timeout: float | None = None,
    ) -> Any:
        number = 0
        while True:
            try:
                return self._attempt(method, path, headers, data, timeout)
            except CisError as error:
                retry_after = error.retry_after if isinstance(error, APIError) else None
                is_last = number >= self._max_retries or (retry_after or 0) > _MAX_WAIT_SECONDS
                if is_last or not is_repeatable or not _may_pass(error):
                    if isinstance(error, ConnectionError):
                        error.count_attempts(number + 1)
                    raise
                number += 1
                seconds = _backoff(number - 1) if retry_after is None else retry_after
                if self._hooks.on_retry:
                    self._hooks.on_retry(RetryInfo(method, path, number, seconds, error))
            self.wait(seconds)

    def _attempt(
        self, method: str, path: str, headers: dict[str, str], data: bytes | None, timeout: float | None
    ) -> Any:
        if self._cancelled.is_set():
            raise CisError("The call was cancelled.")
        request = urllib.request.Request(self._base_url + path, data, headers, method=method)
        try:
            with self.open(request, timeout or self._timeout) as response:
                self._report(method, path, response.status, response.headers)
                value = json.loads(response.read())
                if isinstance(value, dict) and "etag" in response.headers:
                    value["etag"] = response.headers["etag"]
                return value
        except urllib.error.HTTPError as error:
            self._report(method, path, error.code, error.headers)
            with error:
                raise APIError(error.code, self._problem_in(error), error.headers) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise self._connection_error(error) from error

    def _report(self, method: str, path: str, status: int, headers: Any) -> None:
        if self._hooks.on_response:
            values = {name.lower(): value for name, value in headers.items()}
            self._hooks.on_response(ResponseInfo(method, path, status, values))

    def _problem_in(self, response: urllib.error.HTTPError) -> dict[str, Any]:
        try:
            text = response.read()
        except (OSError, http.client.HTTPException) as error:
            # Whatever the status is, the reason is lost: a repeat may return it.
            raise self._connection_error(error) from error
        try:
            problem = json.loads(text)
        except ValueError:
            return {}
        return problem if isinstance(problem, dict) else {}

    def _connection_error(self, error: Exception) -> ConnectionError:
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        text = "the response is not complete" if isinstance(error, ValueError) else str(reason)
        return ConnectionError(f"{urllib.parse.urlsplit(self._base_url).netloc}: {text}")

    def _request_token(self, basic: str) -> tuple[str, float]:
        headers = {
            "authorization": basic,
            "accept": "application/json",
            "content-type": "application/x-www-form-urlencoded",
        }
        body = b"grant_type=client_credentials"
        token = self._repeat(True, "POST", "/auth/token", headers, body)
        return token["access_token"], token["expires_in"]


def _new_opener() -> urllib.request.OpenerDirector:
    """Create an opener for HTTP alone, with the proxies of the environment."""
    opener = urllib.request.OpenerDirector()
    opener.add_handler(urllib.request.ProxyHandler())
    opener.add_handler(urllib.request.HTTPHandler())
    opener.add_handler(urllib.request.HTTPSHandler())
    opener.add_handler(urllib.request.HTTPDefaultErrorHandler())
    opener.add_handler(urllib.request.HTTPErrorProcessor())
    return opener


def _may_pass(error: CisError) -> bool:
    if isinstance(error, ConnectionError):
        return True
    if not isinstance(error, APIError):
        return False
    return error.status == 429 or error.status >= 500 or error.code == "request_in_flight"


def _backoff(number: int) -> float:
    """Half a second, doubled with each attempt up to 8 s, of which up to a half is random."""
    return min(8.0, 0.5 * 2.0**number) * random.uniform(0.5, 1)


def _to_json(value: object) -> str:
    if isinstance(value, datetime.datetime):
        if value.tzinfo is None:
            raise TypeError("The time has no time zone.")
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} is no value of JSON.")


def _query_of(query: Mapping[str, Any]) -> str:
    # Names that Python reserves have an underscore: `from_`.
    pairs = [(name.rstrip("_"), _in_query(value)) for name, value in query.items() if value is not None]
    return "?" + urllib.parse.urlencode(pairs) if pairs else ""


def _in_query(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return _to_json(value) if isinstance(value, datetime.datetime) else str(value)
