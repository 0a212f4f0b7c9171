import { createHmac } from 'node:crypto';
import { readEvent } from '../../tools/local-stack/invoke-sample.ts';
import { SIMULATOR_ACCOUNTS } from '../../tools/local-stack/simulator-accounts.ts';
import { png } from '../media/images.ts';
import { sendDigests } from './access-notifications.ts';
import { event, getItem, putItem, type Run, written } from './access-requests.ts';

/** Give up to fetch a file, inspect one whose bytes are not counted yet, and let one expire that was never uploaded. */
export async function inspectMedia(run: Run, endpoint: string): Promise<void> {
  const sample = readEvent('on-media-queued') as { Records: object[] };
  const add = async (body: object) => {
    const { upload } = await run('media/create', event('media/create', { body }));
    const { item } = written('MediaAsset').findLast((touch) => touch.by === 'media/create')!;
    return { item: item!, upload: upload as { url: string; headers: Record<string, string> } };
  };
  const inspect = (item: Awaited<ReturnType<typeof add>>['item']) => {
    const message = { workspace_id: item.workspace_id!.S, media_id: item.id!.S };
    const record = { ...sample.Records[0], attributes: { ApproximateReceiveCount: '5' } };
    return run('on-media-queued', { Records: [{ ...record, body: JSON.stringify(message) }] });
  };
  await inspect((await add({ url: 'https://files.invalid/a.jpg' })).item);
  const bytes = new Uint8Array(await png());
  const { item, upload } = await add({ size_bytes: bytes.byteLength });
  const stored = await fetch(upload.url, { method: 'PUT', headers: { 'if-none-match': '*' }, body: bytes });
  if (!stored.ok) throw new Error(`The upload was rejected: ${await stored.text()}`);
  // As a file whose bytes were not known when an agent asked for it.
  const agent = { agent_key: { S: 'key_01K00000000000000000000003' }, agent_budget_bytes: { N: '1000000' } };
  await putItem(endpoint, { ...item, storage_bytes: { N: '0' }, ...agent });
  await inspect(item);
  // Its deletion is requested, and repeated by the stream worker.
  await inspect({ ...item, id: { S: 'med_01KXFHWR000000000000000009' } });
  const abandoned = await add({ size_bytes: 1 });
  await putItem(endpoint, { ...abandoned.item, due_sk: { S: '2020-01-01T00:00:00.000Z' } });
}

/** Reference a file of the library by items, release it twice, and let it expire while an item references it. */
export async function referenceMedia(run: Run, endpoint: string): Promise<void> {
  const { id: media_id } = (readEvent('media/get') as { pathParameters: { id: string } }).pathParameters;
  const body = { title: 'A picture', platforms: ['twitter'], media: [{ media_id }] };
  await run('content/validate', event('content/validate', { body }));
  const items: string[] = [];
  for (let count = 0; count < 3; count++) {
    items.push(String((await run('content/create', event('content/create', { body }))).id));
  }
  await run('content/update', event('content/update', { id: items[0]!, body: { media: [] } }));
  await run('content/update', event('content/update', { id: items[0]!, body: { media: body.media } }));
  await run('content/delete', event('content/delete', { id: items[1]! }));
  const { workspace_id } = written('MediaAsset').at(-1)!.item!;
  const item = await getItem(endpoint, { pk: { S: `WS#${workspace_id!.S}#MEDIA` }, sk: { S: media_id } });
  await putItem(endpoint, { ...item, due_sk: { S: '2020-01-01T00:00:00.000Z' } });
}

/** Request changes by a review link, at first without the hash of the item: that shows the page again. */
export async function decideByLink(run: Run): Promise<void> {
  const { id } = (readEvent('content/approve') as { pathParameters: { id: string } }).pathParameters;
  await run('content/submit', event('content/submit', { id }));
  const link = { name: 'Ada Example', permission: 'approve' };
  const { url } = await run('content/create-review-link', event('content/create-review-link', { id, body: link }));
  const token = new URL(String(url)).searchParams.get('token')!;
  const { approval } = await run('content/get', event('content/get', { id }));
  for (const content_hash of ['', (approval as { content_hash: string }).content_hash]) {
    const form = new URLSearchParams({ token, action: 'request-changes', content_hash }).toString();
    const sample = readEvent('review/respond') as object;
    await run('review/respond', { ...sample, body: Buffer.from(form).toString('base64') });
  }
}

/** Send a platform webhook about more comments on an unknown post than one request records. */
export async function commentEarly(run: Run): Promise<void> {
  const sample = readEvent('inbound/receive') as { headers: Record<string, string>; body: string };
  const { object, entry } = JSON.parse(sample.body.replace('17900000000000001', '17900000000000009'));
  const [{ changes, ...entryOfAccount }] = entry;
  const comments = Array.from({ length: 101 }, (_, number) => {
    return { ...changes[0], value: { ...changes[0].value, id: `1780000000000${1000 + number}` } };
  });
  const body = JSON.stringify({ object, entry: [{ ...entryOfAccount, changes: comments }] });
  const account = SIMULATOR_ACCOUNTS.find(({ platform }) => platform === 'instagram')!;
  const digest = createHmac('sha256', account.inbound!.secret).update(body).digest('hex');
  const headers = { ...sample.headers, 'x-hub-signature-256': `sha256=${digest}` };
  await run('inbound/receive', { ...sample, headers, body, isBase64Encoded: false });
}

/** Send requests that the samples lack: lists with each filter, and changes of a scheduled item. */
export async function ofScheduledItems(run: Run): Promise<void> {
  await run('content/list', event('content/list', { query: { status: 'draft' } }));
  await run('content/list', event('content/list', { query: { platform: 'twitter' } }));
  await run('schedule/list', event('schedule/list', { query: { platform: 'twitter' } }));
  await run('events/list', event('events/list', { query: { type: 'content.created' } }));
  const deliveries = { query: { event_type: 'content.created' } };
  await run('webhooks/list-deliveries', event('webhooks/list-deliveries', deliveries));
  await run('team/list-invitations', event('team/list-invitations', { query: { status: 'sent' } }));
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
  const body = { title: 'Scheduled', platforms: ['twitter', 'linkedin'], scheduled_at };
  const draft = { title: 'On fewer platforms', platforms: ['twitter', 'linkedin'] };
  const draftId = String((await run('content/create', event('content/create', { body: draft }))).id);
  const fewer = { id: draftId, body: { platforms: ['twitter'] } };
  await run('content/update', event('content/update', fewer));
  for (const end of ['content/update', 'content/delete']) {
    const id = String((await run('content/create', event('content/create', { body }))).id);
    await run('schedule/list', event('schedule/list', { query: { content_id: id } }));
    await run('schedule/list', event('schedule/list', { query: { content_id: id, status: 'cancelled' } }));
    const again = { content_id: id, platforms: ['twitter'], scheduled_at };
    await run('schedule/create', event('schedule/create', { body: again }));
    await run(end, event(end, { id, body: { status: 'cancelled' } }));
  }
  // It reads the items that have held this content.
  await run('content/validate', event('content/validate', { body }));
}

/** Move a schedule entry that is bound to no account: its warnings are those of the default account. */
export async function moveUnbound(run: Run, endpoint: string): Promise<void> {
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
  const body = { title: 'Moved unbound', platforms: ['twitter'], scheduled_at };
  const { id } = await run('content/create', event('content/create', { body }));
  const { item } = written('ScheduleEntry').findLast((touch) => touch.item?.content_id?.S === id)!;
  await putItem(endpoint, { ...item, account_id: { NULL: true } });
  await run('schedule/update', event('schedule/update', { id: item!.id!.S! }));
}

/** Request the performance of one item and the content ranking, once there are metrics. */
export async function requestWithItem(run: Run): Promise<void> {
  const content_id = written('PostMetrics')[0]!.item!.content_id!.S!;
  await run('analytics/performance', event('analytics/performance', { query: { content_id } }));
  await run('analytics/rank-content', readEvent('analytics/rank-content'));
}

/** Schedule an item that the next sweep reminds of: due in an hour, in a workspace that requires an approval. */
export async function scheduleUnapproved(run: Run): Promise<Record<string, unknown>> {
  await run(
    'workspace/update',
    event('workspace/update', { body: { approval: 'required', authors_may_approve: true } }),
  );
  const scheduled_at = new Date(Date.now() + 58 * 60_000).toISOString();
  return run(
    'content/create',
    event('content/create', { body: { title: 'Soon', platforms: ['twitter'], scheduled_at } }),
  );
}

/** Submit an item that links a page, which cannot be read. */
export async function submitWithLink(run: Run): Promise<void> {
  const body = { title: 'See https://pages.invalid/a', platforms: ['bluesky'] };
  const { id } = await run('content/create', event('content/create', { body }));
  await run('content/submit', event('content/submit', { id: String(id), body: {} }));
  await run('content/delete', event('content/delete', { id: String(id) }));
}

/** Send the emails of the reminder about an item, and the digest of a request for its approval. */
export async function emailAbout(
  run: Run,
  endpoint: string,
  { id, scheduled_at }: Record<string, unknown>,
): Promise<void> {
  const sample = readEvent('on-email-queued') as { Records: { body: string }[] };
  const { workspace_id } = JSON.parse(sample.Records[0]!.body);
  const send = (message: object) => {
    const body = JSON.stringify({ ...message, workspace_id, content_id: id });
    return run('on-email-queued', { Records: [{ ...sample.Records[0], body }] });
  };
  await send({ kind: 'approval_reminder', due_at: scheduled_at, lead: 'hour' });
  await run('content/submit', event('content/submit', { id: String(id), body: {} }));
  const accepted = written('Member').map(({ item }) => item!.id!.S!);
  const members = new Set([...['0', '1', '2'].map((digit) => `usr_01K0000000000000000000000${digit}`), ...accepted]);
  await sendDigests(run, endpoint, members);
  const key = { user_id: 'usr_01K00000000000000000000000', client_id: 'key_01K00000000000000000000000' };
  await send({ kind: 'key_created', ...key, at: new Date().toISOString() });
  const [requested] = written('SignInRequest');
  await send({ kind: 'sign_in', request_id: requested!.item!.id!.S! });
  await run('content/approve', event('content/approve', { id: String(id), body: {} }));
  const approved = written('Content').at(-1)!.item!;
  await run('content/update', event('content/update', { id: String(id), body: { title: 'Changed' } }));
  const changed = written('Content').at(-1)!.item!;
  const change = { OldImage: approved, NewImage: changed, Keys: { pk: changed.pk, sk: changed.sk } };
  await run('on-table-change', { Records: [{ eventName: 'MODIFY', dynamodb: change }] });
  await run('workspace/update', event('workspace/update', { body: { approval: 'none' } }));
}
