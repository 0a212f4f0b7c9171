import { setTimeout as sleep } from 'node:timers/promises';
import { Client, verifyWebhook } from 'content-intelligence';

// A customer of your product, from create to delete. The stage key is in CIS_BASE_URL, CIS_CLIENT_ID and CIS_CLIENT_SECRET.
const { CUSTOMER = '', RECEIVER = '' } = process.env;
const client = new Client();

async function publish() {
  // Create: repeat the request after a lost response.
  const workspace = await client.workspaces.ensure(CUSTOMER, { name: 'Example Bakery' });
  const customer = client.inWorkspace(`external:${CUSTOMER}`, { actor: 'user-4711' });

  // Receive: one endpoint for all customers. Leave `workspaces` out in your product.
  const events: ['content.published'] = ['content.published'];
  const endpoint = await client.webhooks.create({ url: RECEIVER, events, workspaces: [workspace.id] });

  // Connect: open the URL in the browser of your customer.
  const started = await customer.connect.create('x', { end_user: { display_name: 'Ada Example' } });
  console.log(started.url);
  let connection = await customer.connect.get(started.id);
  while (connection.status === 'pending') {
    await sleep(500);
    connection = await customer.connect.get(started.id);
  }

  // Publish.
  const draft = await customer.content.create({ title: `Fresh bread, ${CUSTOMER}`, platforms: ['x'] });
  const post = await customer.content.publishAndWait(draft.id);

  // Your server verifies each message that it receives. This program reads those of the local inbox.
  type Message = { body: string; headers: Record<string, string> };
  const inbox = async () => (await (await fetch(RECEIVER)).json()) as Message[];
  let [message] = await inbox();
  while (!message) {
    await sleep(500);
    [message] = await inbox();
  }
  const event = await verifyWebhook(message.body, message.headers, endpoint.secret);
  const { external_id } = event.workspace ?? {};
  const names = { connected: connection.status, published: post.status, received: event.type, of: external_id };
  console.log(JSON.stringify(names));
}

async function bill() {
  // Bill: what each customer has used this month. Numbers of today follow after an hour.
  const bills: Record<string, number> = {};
  for await (const row of client.usage.get({ group_by: 'workspace', granularity: 'month' })) {
    bills[row.external_id ?? ''] = row.posts_published;
  }

  // Delete: at once here, after seven days by default.
  const { id } = await client.workspaces.get(`external:${CUSTOMER}`);
  await client.workspaces.delete(id, { grace_days: 0 });
  const deletion = await client.workspaces.deletion(id);
  console.log(JSON.stringify({ bill: bills[CUSTOMER], deleted: deletion.external_id }));
}

await (process.argv[2] === 'bill' ? bill() : publish());
