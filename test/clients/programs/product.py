# A customer of your product, from create to delete. The stage key is in CIS_BASE_URL, CIS_CLIENT_ID and CIS_CLIENT_SECRET.
import json
import os
import sys
import time
import urllib.request
from typing import Any

from content_intelligence import Client, verify_webhook

CUSTOMER, RECEIVER = os.environ["CUSTOMER"], os.environ["RECEIVER"]


def inbox() -> list[dict[str, Any]]:
    with urllib.request.urlopen(RECEIVER) as response:
        messages: list[dict[str, Any]] = json.load(response)
        return messages


def publish(client: Client) -> None:
    # Create: repeat the request after a lost response.
    workspace = client.workspaces.ensure(CUSTOMER, name="Example Bakery")
    customer = client.in_workspace(f"external:{CUSTOMER}", actor="user-4711")

    # Receive: one endpoint for all customers. Leave `workspaces` out in your product.
    endpoint = client.webhooks.create(url=RECEIVER, events=["content.published"], workspaces=[workspace["id"]])

    # Connect: open the URL in the browser of your customer.
    started = customer.connect.create("x", end_user={"display_name": "Ada Example"})
    print(started["url"], flush=True)
    while (connection := customer.connect.get(started["id"]))["status"] == "pending":
        time.sleep(0.5)

    # Publish.
    draft = customer.content.create(title=f"Fresh bread, {CUSTOMER}", platforms=["x"])
    post = customer.content.publish_and_wait(draft["id"])

    # Your server verifies each message that it receives. This program reads those of the local inbox.
    while not (messages := inbox()):
        time.sleep(0.5)
    event = verify_webhook(messages[0]["body"], messages[0]["headers"], endpoint["secret"])
    names = {"connected": connection["status"], "published": post["status"], "received": event["type"]}
    of = event.get("workspace")
    print(json.dumps({**names, "of": of["external_id"] if of else None}))


def bill(client: Client) -> None:
    # Bill: what each customer has used this month. Numbers of today follow after an hour.
    rows = client.usage.get(group_by="workspace", granularity="month")
    bills = {row["external_id"]: row["posts_published"] for row in rows}

    # Delete: at once here, after seven days by default.
    workspace = client.workspaces.get(f"external:{CUSTOMER}")
    client.workspaces.delete(workspace["id"], grace_days=0)
    deletion = client.workspaces.deletion(workspace["id"])
    print(json.dumps({"bill": bills.get(CUSTOMER), "deleted": deletion["external_id"]}))


with Client() as client:
    (bill if sys.argv[1:] == ["bill"] else publish)(client)
