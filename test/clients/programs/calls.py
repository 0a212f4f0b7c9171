# Runs every scenario of calls.test.ts, with threads and with asyncio, and prints the outcome of each.
import asyncio
import json
import os
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Awaitable, Callable

from content_intelligence import APIError, AsyncClient, Client, ConnectionError

ORIGIN = os.environ["ORIGIN"]
PARALLEL = int(os.environ["PARALLEL"])


def client_of(scenario: str, max_retries: int = 4) -> Client:
    return Client(f"{ORIGIN}/{scenario}/v1", "key", "secret", max_retries=max_retries)


def async_client_of(scenario: str, max_retries: int = 4) -> AsyncClient:
    return AsyncClient(f"{ORIGIN}/{scenario}-async/v1", "key", "secret", max_retries=max_retries)


def name_of(error: "APIError | ConnectionError") -> str:
    if isinstance(error, ConnectionError):
        return "connection"
    return f"{error.code} after 61" if error.retry_after == 61 else error.code


def outcome_of(call: Callable[[], object]) -> str:
    try:
        call()
        return "ok"
    except (APIError, ConnectionError) as error:
        return name_of(error)


async def async_outcome_of(call: Awaitable[object]) -> str:
    try:
        await call
        return "ok"
    except (APIError, ConnectionError) as error:
        return name_of(error)
    except asyncio.CancelledError:
        return "cancelled"


def get(client: Client, timeout: "float | None" = None) -> str:
    return outcome_of(lambda: client.content.get("cnt_1", timeout=timeout))


def get_all(client: Client) -> "list[str]":
    with ThreadPoolExecutor(PARALLEL) as pool:
        return list(pool.map(lambda _: get(client), range(PARALLEL)))


def in_sequence(client: Client) -> "list[str]":
    return [get(client), *get_all(client)]


def with_threads() -> "dict[str, Any]":
    keyed = client_of("keyed")
    keyless = client_of("keyless")
    return {
        "absent": get_all(client_of("absent")),
        "expired": in_sequence(client_of("expired")),
        "rejected": in_sequence(client_of("rejected")),
        "rejected-twice": get(client_of("rejected-twice")),
        "timeout": get(client_of("timeout"), timeout=2),
        "timeouts": get(client_of("timeouts", max_retries=1), timeout=2),
        "retry-after": get(client_of("retry-after")),
        "long-retry-after": get(client_of("long-retry-after")),
        "keyless": outcome_of(lambda: keyless.team.accept_invitation(token="token", name="Ada")),
        "keyed": [outcome_of(lambda: keyed.content.create(title="Title", platforms=["x"])) for _ in range(2)],
        "limit": get(client_of("limit", max_retries=2)),
    }


async def async_get(client: AsyncClient, timeout: "float | None" = None) -> str:
    return await async_outcome_of(client.content.get("cnt_1", timeout=timeout))


async def async_get_all(client: AsyncClient) -> "list[str]":
    return await asyncio.gather(*(async_get(client) for _ in range(PARALLEL)))


async def async_in_sequence(client: AsyncClient) -> "list[str]":
    return [await async_get(client), *await async_get_all(client)]


def request(scenario: str, action: str) -> None:
    urllib.request.urlopen(f"{ORIGIN}/{scenario}-async/{action}").close()


async def cancel(scenario: str) -> str:
    """Begin a call, cancel it when it has arrived, and end what the server has left open."""
    async with async_client_of(scenario) as client:
        task = asyncio.create_task(async_get(client))
        await asyncio.to_thread(request, scenario, "arrived")
        task.cancel()
        outcome = await task
        await asyncio.to_thread(request, scenario, "release")
        return outcome


async def with_asyncio() -> "dict[str, Any]":
    keyed = async_client_of("keyed")
    keyless = async_client_of("keyless")
    return {
        "absent-async": await async_get_all(async_client_of("absent")),
        "expired-async": await async_in_sequence(async_client_of("expired")),
        "rejected-async": await async_in_sequence(async_client_of("rejected")),
        "rejected-twice-async": await async_get(async_client_of("rejected-twice")),
        "cancelled-request-async": await cancel("cancelled-request"),
        "cancelled-wait-async": await cancel("cancelled-wait"),
        "cancelled-token-async": await cancel("cancelled-token"),
        "timeout-async": await async_get(async_client_of("timeout"), timeout=2),
        "timeouts-async": await async_get(async_client_of("timeouts", max_retries=1), timeout=2),
        "retry-after-async": await async_get(async_client_of("retry-after")),
        "long-retry-after-async": await async_get(async_client_of("long-retry-after")),
        "keyless-async": await async_outcome_of(keyless.team.accept_invitation(token="token", name="Ada")),
        "keyed-async": [
            await async_outcome_of(keyed.content.create(title="Title", platforms=["x"])) for _ in range(2)
        ],
        "limit-async": await async_get(async_client_of("limit", max_retries=2)),
    }


if __name__ == "__main__":
    print(json.dumps({**with_threads(), **asyncio.run(with_asyncio())}))
