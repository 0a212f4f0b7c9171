import { openAsBlob } from 'node:fs';
import { type ApiError, Client, type ContentSummary, verifyWebhook } from 'content-intelligence';

// One mode per test: a journey, responses of a later version.

const { BASE_URL = '', CLIENT_ID = '', CLIENT_SECRET = '', RECEIVER = '', IMAGE = '' } = process.env;
const client = new Client({ baseUrl: BASE_URL, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, maxRetries: 12 });

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  return call.then(
    () => {
      throw new Error('The call has succeeded.');
    },
    (error: ApiError) => error,
  );
}

async function journey() {
  const key = await client.auth.verify();
  let sent = 0;
  const image = await openAsBlob(IMAGE);
  const media = await client.media.upload(image, { onProgress: (bytes) => (sent = bytes) });

  const create = (title: string) =>
    client.content.create({ title, platforms: ['bluesky'], scheduled_at: new Date().toISOString() });
  const titles = Array.from({ length: 100 }, (_, number) => `typescript post ${number}`);
  const workers = Array.from({ length: 8 }, async () => {
    for (let title = titles.pop(); title; title = titles.pop()) await create(title);
  });
  await Promise.all(workers);
  const listed: ContentSummary[] = [];
  for await (const item of client.content.list({ limit: 40 })) {
    if (item.title?.startsWith('typescript post ')) listed.push(item);
  }

  const body = {
    title: 'typescript draft',
    platforms: ['x' as const],
    media: [{ media_id: media.id, alt: 'A portrait' }],
  };
  const draft = await client.content.create(body, { idempotencyKey: `draft-of-${media.id}` });
  const again = await client.content.create(body, { idempotencyKey: `draft-of-${media.id}` });
  const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
  const scheduled = await client.schedule.create({ content_id: draft.id, platforms: ['x'], scheduled_at: scheduledAt });
  await client.schedule.cancel(scheduled.schedule_id);
  const { etag = '' } = await client.content.get(draft.id);
  await client.content.update(draft.id, { title: 'typescript changed' });
  const stale = await failureOf(client.content.update(draft.id, { title: 'typescript stale' }, { ifMatch: etag }));
  const published = await client.content.publishAndWait(draft.id);
  const missing = await failureOf(client.content.get('cnt_missing'));

  const webhook = await client.webhooks.create({ url: RECEIVER, events: ['content.created'] });
  await client.webhooks.test(webhook.webhook_id, { event_type: 'content.created' });
  const inbox = (await (await fetch(RECEIVER)).json()) as { headers: Record<string, string>; body: string }[];
  const event = await verifyWebhook(inbox[0]!.body, inbox[0]!.headers, webhook.secret);
  return {
    workspace: key.workspace_id,
    progress: sent === image.size,
    listed: listed.length,
    distinct: new Set(listed.map(({ id }) => id)).size,
    same: draft.id === again.id,
    scheduled: scheduled.status,
    stale: stale.code,
    published: published.status,
    missing: [missing.code, missing.retryable, missing.requestId?.slice(0, 4)],
    event: event.type,
  };
}

async function later() {
  const item = await client.content.get('cnt_1');
  const page = await client.content.list().page();
  const event = await client.events.get('evt_1');
  return { platforms: item.platforms, status: item.status, listed: page.data.length, event: event.type };
}

const modes = { journey, later };
console.log(JSON.stringify(await modes[process.argv[2] as keyof typeof modes]()));
