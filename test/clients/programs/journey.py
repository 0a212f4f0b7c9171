# One mode per test: a journey, responses of a later version.
import asyncio
import datetime
import json
import os
import sys
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable

from content_intelligence import APIError, AsyncClient, Client, verify_webhook

BASE_URL = os.environ.get("BASE_URL", "")
CREDENTIALS = (os.environ.get("CLIENT_ID", ""), os.environ.get("CLIENT_SECRET", ""))


def now(**later: float) -> str:
    return (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(**later)).isoformat()


def failure_of(call: Callable[[], object]) -> APIError:
    try:
        call()
    except APIError as error:
        return error
    raise RuntimeError("The call has succeeded.")


def journey() -> Any:
    with Client(BASE_URL, *CREDENTIALS, max_retries=12) as client:
        key = client.auth.verify()
        progress: list[int] = []
        image = os.environ["IMAGE"]
        media = client.media.upload(image, on_progress=lambda sent, total: progress.append(sent))

        def create(number: int) -> object:
            return client.content.create(title=f"python post {number}", platforms=["bluesky"], scheduled_at=now())

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(create, range(50)))
        asyncio.run(create_async(range(50, 100)))
        listed = [item for item in client.content.list(limit=40) if (item.get("title") or "").startswith("python post ")]

        def create_draft() -> str:
            return client.content.create(
                title="python draft",
                platforms=["x"],
                media=[{"media_id": media["id"], "alt": "A portrait"}],
                idempotency_key=f"draft-of-{media['id']}",
            )["id"]

        draft = create_draft()
        again = create_draft()
        scheduled = client.schedule.create(content_id=draft, platforms=["x"], scheduled_at=now(days=1))
        client.schedule.cancel(scheduled["schedule_id"])
        etag = client.content.get(draft)["etag"]
        client.content.update(draft, title="python changed")
        stale = failure_of(lambda: client.content.update(draft, title="python stale", if_match=etag))
        published = client.content.publish_and_wait(draft)
        missing = failure_of(lambda: client.content.get("cnt_missing"))

        receiver = os.environ["RECEIVER"]
        webhook = client.webhooks.create(url=receiver, events=["content.created"])
        client.webhooks.test(webhook["webhook_id"], event_type="content.created")
        with urllib.request.urlopen(receiver) as response:
            inbox = json.load(response)
        return {
            "workspace": key["workspace_id"],
            "progress": progress[-1] == os.path.getsize(image),
            "listed": len(listed),
            "distinct": len({item["id"] for item in listed}),
            "same": draft == again,
            "scheduled": scheduled["status"],
            "stale": stale.code,
            "published": published["status"],
            "missing": [missing.code, missing.retryable, (missing.request_id or "")[:4]],
            "event": verify_webhook(inbox[0]["body"], inbox[0]["headers"], webhook["secret"])["type"],
        }


async def create_async(numbers: range) -> None:
    # Fifty concurrent requests would wait for a thread while their times pass.
    turns = asyncio.Semaphore(4)
    async with AsyncClient(BASE_URL, *CREDENTIALS, max_retries=12) as client:

        async def create(number: int) -> None:
            async with turns:
                await client.content.create(title=f"python post {number}", platforms=["bluesky"], scheduled_at=now())

        await asyncio.gather(*(create(number) for number in numbers))
        seen = 0
        async for _ in client.content.list(limit=40):
            seen += 1
        assert seen >= len(numbers)


def later() -> Any:
    client = Client(BASE_URL, *CREDENTIALS)
    item = client.content.get("cnt_1")
    page = client.content.list().page()
    event = client.events.get("evt_1")
    return {
        "platforms": item["platforms"],
        "status": item["status"],
        "listed": len(page["data"]),
        "event": event["type"],
    }


if __name__ == "__main__":
    print(json.dumps({"journey": journey, "later": later}[sys.argv[1]]()))
