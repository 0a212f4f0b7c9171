import { setTimeout as sleep } from 'node:timers/promises';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { SAMPLE_SESSION_ACCESS_TOKEN } from '../../lib/content/api/content/sample-statement.ts';
import { toItem } from '../../lib/core/table/schema.ts';
import { PLATFORMS, type Platform } from '../../lib/platforms/platform.ts';
import { slowHostEntity } from '../../lib/publishing/entities/hosts.ts';
import { readEvent } from '../../tools/local-stack/invoke-sample.ts';
import { SIMULATOR_ACCOUNTS } from '../../tools/local-stack/simulator-accounts.ts';
import { injectFault, listPosts } from '../e2e/assertions.ts';
import { type Asked, event, putItem, type Run, recordOf, touches, withToken, written } from './access-requests.ts';

/** Publish entries that were scheduled while no account was connected: with the default account. */
export async function publishUnbound(run: Run, endpoint: string): Promise<void> {
  const media = [{ url: 'https://images.example.com/sample.jpg', type: 'image' }];
  for (const platform of PLATFORMS) {
    const content = { title: 'Unbound', platforms: [platform], ...(platform === 'instagram' ? { media } : {}) };
    const body = { ...content, scheduled_at: new Date().toISOString() };
    const { id } = await run('content/create', event('content/create', { body }));
    const { item } = written('ScheduleEntry').findLast((touch) => touch.item?.content_id?.S === id)!;
    await putItem(endpoint, { ...item, account_id: { NULL: true } });
    const message = { workspace_id: item!.workspace_id!.S, schedule_id: item!.id!.S };
    await run(`on-publish-due/${platform}`, message);
  }
}

/** Cancel a post that has taken of a limit before its repeat. */
export async function cancelLimitedPost(run: Run, endpoint: string): Promise<void> {
  const { item } = written('ScheduleEntry').at(-1)!;
  const limit_use = { day: '2026-11-21' };
  const cancelled = marshall({ ...unmarshall(item as never), state: 'cancelled', parts: [], limit_use });
  await putItem(endpoint, cancelled);
  await run('on-table-change', recordOf(cancelled as never));
}

/** Publish items whose approval claims the signature of a passkey, in a workspace that requires one. */
export async function publishCertified(run: Run, endpoint: string): Promise<void> {
  await run(
    'workspace/update',
    event('workspace/update', { body: { approval_method: 'passkey', approval: 'required' } }),
  );
  const { id: media_id } = (readEvent('media/get') as { pathParameters: { id: string } }).pathParameters;
  const media = [{ media_id }];
  const window = { not_before: '2020-01-01T00:00:00.000Z', not_after: '2099-01-01T00:00:00.000Z', accounts: [] };
  const statement = JSON.stringify({ type: 'content_approval', version: 1, ...window });
  for (const platform of PLATFORMS) {
    const content = { title: 'Certified', platforms: [platform], ...(platform === 'instagram' ? { media } : {}) };
    const body = { ...content, scheduled_at: new Date().toISOString() };
    const id = String((await run('content/create', event('content/create', { body }))).id);
    await run('content/submit', event('content/submit', { id, body: {} }));
    const stored = unmarshall(written('Content').findLast(({ item }) => item?.id?.S === id)!.item as never);
    const assertion = { authenticator_data: '', client_data_json: '', signature: '' };
    const evidence = { statement, assertion, credential_id: 'c2FtcGxl', public_key: '', certificate: 'c2VhbA==' };
    const approval = { ...stored.approval, status: 'approved', decided_by: 'usr_01K00000000000000000000000', evidence };
    await putItem(endpoint, marshall({ ...stored, approval }));
    const [entry] = Object.values(stored.targets as Record<string, { schedule_id: string }>);
    await run(`on-publish-due/${platform}`, { workspace_id: stored.workspace_id, schedule_id: entry!.schedule_id });
  }
  const loosened = event('workspace/update', { body: { approval_method: 'session', approval: 'none' } }) as Asked;
  await run('workspace/update', withToken(loosened, SAMPLE_SESSION_ACCESS_TOKEN));
}

/** Publish with an image of a host that was slow before and responds at once: with a lease, and the host is slow no more. */
export async function publishFromSlowHost(run: Run, endpoint: string): Promise<void> {
  for (const platform of PLATFORMS) {
    const { workspace_id } = readEvent(`on-publish-due/${platform}`) as { workspace_id: string };
    const host = 'images.example.com';
    const slow = { workspace_id, host, attempts: 1, expires_at_ms: Date.now() + 60_000 };
    await putItem(endpoint, marshall(toItem(slowHostEntity, slow, {}, slow.expires_at_ms)));
    const media = [{ url: `https://${host}/sample.jpg`, type: 'image' }];
    await publishNow(run, { title: `From a host on ${platform}`, platforms: [platform], media });
  }
}

/** Publish a draft immediately, and let it fail as soon as the request waits for it. */
export async function waitForPublish(run: Run, endpoint: string): Promise<void> {
  const draft = { title: 'Publish now', platforms: ['twitter'] };
  const id = String((await run('content/create', event('content/create', { body: draft }))).id);
  const waiting = run('content/update', event('content/update', { id, body: { status: 'published' } }));
  while (!touches.some(({ by, item }) => by === 'content/update' && item?.entity?.S === 'InFlightRequest')) {
    await sleep(10);
  }
  const published = written('Content').filter(({ item }) => item!.id!.S === id);
  await putItem(endpoint, { ...published.at(-1)!.item, status: { S: 'failed' } });
  await waiting;
}

/** Publish to platforms that respond with 429: the limit that the account has reached is stored. */
export async function meetLimits(run: Run, url: string): Promise<void> {
  const media = [{ url: 'https://images.example.com/sample.jpg', type: 'image' }];
  for (const platform of PLATFORMS) {
    await injectFault(url, platform, '429');
    await publishNow(run, { platforms: [platform], ...(platform === 'instagram' ? { media } : {}) });
  }
}

/** Resolve an unconfirmed target of an item whose other target is pending, so that the response has warnings. */
export async function resolveWithPending(run: Run, url: string): Promise<void> {
  await injectFault(url, 'twitter', 'ok_then_drop');
  const id = await publishNow(run, { title: 'Due with another', platforms: ['twitter', 'linkedin'] });
  await run('content/resolve', event('content/resolve', { id, body: { outcome: 'failed' } }));
}

/** Resolve an unconfirmed target with the URL of its post, which Instagram is asked for, and delete the published item. */
export async function resolveByUrl(run: Run, url: string): Promise<void> {
  const platform = 'instagram';
  await injectFault(url, platform, 'ok_then_drop');
  const media = [{ url: 'https://images.example.com/sample.jpg', type: 'image' }];
  const id = await publishNow(run, { title: 'Named', platforms: [platform], media });
  const post = (await listPosts(url)).find(({ text }) => text === 'Named')!;
  const permalink = `https://www.instagram.com/p/${Buffer.from(post.id).toString('base64url')}/`;
  const resolve = event('content/resolve', { body: { outcome: 'published', url: permalink } }) as object;
  await run('content/resolve', { ...resolve, pathParameters: { id, platform } });
  await run('content/delete', event('content/delete', { id }));
}

/** Create an item that is due now, and publish its first target. Returns its id. */
async function publishNow(
  run: Run,
  fields: { platforms: Platform[]; title?: string; media?: object[] },
): Promise<string> {
  const body = { title: 'Due now', ...fields, scheduled_at: new Date().toISOString() };
  const { id, targets } = await run('content/create', event('content/create', { body }));
  const [{ platform, schedule_id }] = targets as [{ platform: Platform; schedule_id: string }];
  const { workspace_id } = readEvent(`on-publish-due/${platform}`) as { workspace_id: string };
  await run(`on-publish-due/${platform}`, { workspace_id, schedule_id });
  return String(id);
}

/**
 * Publish with responses that are lost, and look for the posts: on X and Instagram by a check, on LinkedIn by a retry,
 * which is rejected as a duplicate.
 */
export async function loseResponses(run: Run, endpoint: string): Promise<void> {
  const { webhooks } = await run('webhooks/list', readEvent('webhooks/list'));
  const { origin } = new URL((webhooks as { url: string }[])[0]!.url);
  for (const platform of ['instagram', 'twitter', 'linkedin'] as const) {
    const order = { platform, script: 'ok_then_drop' };
    await fetch(`${origin}/_simulator/scripts`, { method: 'POST', body: JSON.stringify(order) });
    const media = platform === 'instagram' ? [{ url: 'https://images.example.com/a.jpg', type: 'image' }] : [];
    const scheduled_at = new Date().toISOString();
    const body = { title: `Lost on ${platform}`, platforms: [platform], scheduled_at, media, labels: ['Lost'] };
    const { id } = await run('content/create', event('content/create', { body }));
    const publishNewest = async (dueAt?: string) => {
      const { item } = written('ScheduleEntry').findLast((touch) => touch.item?.content_id?.S === id)!;
      if (dueAt) await putItem(endpoint, { ...item, due_at: { S: dueAt } });
      await run(`on-publish-due/${platform}`, { workspace_id: item!.workspace_id!.S, schedule_id: item!.id!.S });
    };
    await publishNewest();
    if (platform === 'linkedin') {
      const resolve = event('content/resolve', { body: { outcome: 'failed' } }) as object;
      await run('content/resolve', { ...resolve, pathParameters: { id, platform } });
      await run('content/retry', event('content/retry', { id: String(id) }));
      await publishNewest();
    } else {
      await publishNewest(scheduled_at);
    }
  }
}

/** Publish with a sandbox account of each platform, lose the response, and look for the post. */
export async function publishToSandbox(run: Run, endpoint: string): Promise<void> {
  for (const platform of PLATFORMS) {
    const account = await run('accounts/create', event('accounts/create', { body: { platform, sandbox: true } }));
    const media = platform === 'instagram' ? [{ url: 'https://images.example.com/a.jpg', type: 'image' }] : [];
    const scheduled_at = new Date().toISOString();
    const text = { title: '[[unconfirmed]]', platforms: [platform], accounts: [account.id], media };
    const { id } = await run('content/create', event('content/create', { body: { ...text, scheduled_at } }));
    const newest = () => written('ScheduleEntry').findLast((touch) => touch.item?.content_id?.S === id)!.item!;
    const { workspace_id, id: entryId } = newest();
    const message = { workspace_id: workspace_id!.S, schedule_id: entryId!.S };
    await run(`on-publish-due/${platform}`, message);
    await putItem(endpoint, { ...newest(), due_at: { S: scheduled_at } });
    await run(`on-publish-due/${platform}`, message);
  }
}

/** Poll the metrics of all posts, one message each. */
export async function readPosts(run: Run, url: string): Promise<void> {
  const sample = readEvent('on-metric-poll-queued') as { Records: object[] };
  await notifyOnBluesky(url);
  for (const { item } of written('PostMetrics').filter(({ by }) => by === 'on-table-change')) {
    const { workspace_id, platform, account_id, id } = item!;
    const body = { workspace_id: workspace_id!.S, platform: platform!.S, account_id: account_id!.S, ids: [id!.S] };
    await run('on-metric-poll-queued', { Records: [{ ...sample.Records[0], body: JSON.stringify(body) }] });
  }
}

/** Have a stranger reply to a post that the workspace does not know, and mention its account. */
async function notifyOnBluesky(url: string): Promise<void> {
  const { external_id: account } = SIMULATOR_ACCOUNTS.find(({ platform }) => platform === 'bluesky')!;
  for (const [id, reason] of [
    ['3l6oveex3ii2l', 'reply'],
    ['3l6oveex3ii2m', 'mention'],
  ]) {
    const body = JSON.stringify({ account, id, reason, post_id: `at://${account}/app.bsky.feed.post/3l6oveex3ii2k` });
    await fetch(`${url}/_simulator/notifications`, { method: 'POST', body });
  }
}
