# Creates a post in each of two workspaces, with one client, and prints what each has.
from __future__ import annotations

import asyncio
import json
import os

from content_intelligence import AsyncClient, Client, ResponseInfo

PREFIX = os.environ["PREFIX"]
tokens: list[str] = []


def count(response: ResponseInfo) -> None:
    if response.path == "/auth/token":
        tokens.append(response.path)


def titles_in(client: Client, external_id: str) -> list[str | None]:
    workspace = client.workspaces.ensure(external_id, name=external_id)
    with client.in_workspace(f"external:{external_id}", actor="user-4711") as named:
        named.content.create(title=f"Of {external_id}", platforms=["bluesky"])
    return [item["title"] for item in client.in_workspace(workspace["id"]).content.list()]


async def titles_with_asyncio(external_id: str) -> list[str | None]:
    async with AsyncClient() as client:
        named = client.in_workspace(f"external:{external_id}")
        return [item["title"] async for item in named.content.list()]


if __name__ == "__main__":
    with Client(on_response=count) as client:
        titles = [titles_in(client, f"{PREFIX} 1+1"), titles_in(client, f"{PREFIX} 50%")]
    assert asyncio.run(titles_with_asyncio(f"{PREFIX} 1+1")) == titles[0]
    print(json.dumps({"titles": titles, "tokens": len(tokens)}))
