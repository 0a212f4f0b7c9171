from __future__ import annotations

from collections.abc import Callable
from types import TracebackType

from ._arguments import workspace_headers
from ._hooks import Hooks, ResponseInfo, RetryInfo
from ._resources import AsyncResources, Resources
from ._transport import Transport


class Client(Resources):
    """The client of a service. One client serves a whole process: its threads share its token."""

    def __init__(
        self,
        base_url: str | None = None,
        client_id: str | None = None,
        client_secret: str | None = None,
        *,
        access_token: str | Callable[[], str] | None = None,
        timeout: float = 60,
        max_retries: int = 4,
        on_response: Callable[[ResponseInfo], object] | None = None,
        on_retry: Callable[[RetryInfo], object] | None = None,
    ) -> None:
        """Pass the base URL with its version, and the id and the secret of an API key.

        They default to the variables `CIS_BASE_URL`, `CIS_CLIENT_ID` and `CIS_CLIENT_SECRET` of the environment.
        `access_token` is a token in place of a key, or a function that returns one: it is called again when the token has
        expired. `timeout` is the time limit of each wait for the service, in seconds. `on_response` is called with each
        response, whose headers have the rate limits, and `on_retry` before each wait for another attempt.
        """
        hooks = Hooks(on_response, on_retry)
        self._transport = Transport(base_url, client_id, client_secret, access_token, timeout, max_retries, hooks)
        super().__init__(self._transport)

    def in_workspace(self, workspace: str, *, actor: str | None = None) -> Client:
        """Return a client whose requests name a workspace, for a stage key.

        `workspace` is the id of the workspace, or `external:` and your own id of it. `actor` is who of the users of your
        product acts: the audit log records it. Both clients share one token, until this client is closed.
        """
        client = Client.__new__(Client)
        client._transport = self._transport.with_headers(workspace_headers(workspace, actor))
        Resources.__init__(client, client._transport)
        return client

    def close(self) -> None:
        """Forget the token and the key."""
        self._transport.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncClient(AsyncResources):
    """The client of a service for `asyncio`. One client serves a whole process: its tasks share its token."""

    def __init__(
        self,
        base_url: str | None = None,
        client_id: str | None = None,
        client_secret: str | None = None,
        *,
        access_token: str | Callable[[], str] | None = None,
        timeout: float = 60,
        max_retries: int = 4,
        on_response: Callable[[ResponseInfo], object] | None = None,
        on_retry: Callable[[RetryInfo], object] | None = None,
    ) -> None:
        """Pass what `Client` takes. Threads call `on_response` and `on_retry`."""
        hooks = Hooks(on_response, on_retry)
        self._transport = Transport(base_url, client_id, client_secret, access_token, timeout, max_retries, hooks)
        super().__init__(self._transport)

    def in_workspace(self, workspace: str, *, actor: str | None = None) -> AsyncClient:
        """Return a client whose requests name a workspace, for a stage key.

        `workspace` is the id of the workspace, or `external:` and your own id of it. `actor` is who of the users of your
        product acts: the audit log records it. Both clients share one token, until this client is closed.
        """
        client = AsyncClient.__new__(AsyncClient)
        client._transport = self._transport.with_headers(workspace_headers(workspace, actor))
        AsyncResources.__init__(client, client._transport)
        return client

    async def close(self) -> None:
        """Forget the token and the key."""
        self._transport.close()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
