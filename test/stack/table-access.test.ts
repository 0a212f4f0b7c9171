import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SUBSCRIPTIONS } from '../../lib/app/stream/subscriptions.ts';
import { allEndpoints, endpointOf } from '../../lib/bundle/endpoints.ts';
import { toItem } from '../../lib/core/table/schema.ts';
import { PLATFORMS, type Platform } from '../../lib/platforms/facts/platform.ts';
import { callDynamodb } from '../../tools/local-stack/dynamodb.ts';
import { startDynoxide } from '../../tools/local-stack/dynoxide.ts';
import { readEvent, startSampleEnvironment } from '../../tools/local-stack/invoke-sample.ts';
import { SIMULATOR_ACCOUNTS } from '../../tools/local-stack/simulator-accounts.ts';
import { MEMBER } from '../../tools/simulator/linkedin/organizations.ts';
import { createAuthenticator } from '../../tools/simulator/passkey-authenticator.ts';
import { SIMULATED_APP } from '../../tools/simulator/simulated-platform.ts';
import { injectFault } from '../e2e/assertions.ts';
import { assertMatchesDocument } from '../tools/openapi/document.ts';
import { allows, getPermissions, getStatementsByRole, type Statement } from './statements.ts';
import { synthesized } from './synthesized.ts';
import { openTableProxy, type Recording, type Touch } from './table-proxy.ts';

// The local stack does not enforce IAM. The functions run here on a table behind a proxy that records their requests,
// and the tests match each request against the policy of the function.

/** The API key of the sample events, last used years ago. */
const LONG_UNUSED = marshall(
  toItem('ApiKeyUsage', {
    client_id: 'key_01K00000000000000000000000',
    last_used_at: '2020-01-01T00:00:00.000Z',
  }),
);

let touches: Touch[];
let policies: Map<string, Statement[]>;
/** The first response of each endpoint, to its sample event. */
const responses = new Map<string, Replied>();
const cleanup: (() => unknown)[] = [];
/** Where the last callback of the connect flow has led. */
let selectionPage = '';
const selectionToken = () => new URL(selectionPage, 'https://example.com').searchParams.get('token')!;

beforeAll(async () => {
  policies = getStatementsByRole(synthesized('production'));
  const folder = mkdtempSync(join(tmpdir(), 'access-'));
  cleanup.push(() => rmSync(folder, { recursive: true, force: true }));
  const dynoxide = await startDynoxide(folder, console.error);
  cleanup.push(dynoxide.stop);
  const recording: Recording = { touches: [], by: '' };
  const proxy = await openTableProxy(dynoxide.endpoint, recording);
  cleanup.push(proxy.close);
  process.env.AWS_ENDPOINT_URL_DYNAMODB = proxy.url;
  const recordCalls = async (endpoint: string) => {
    if (endpoint === proxy.url) return endpoint;
    const other = await openTableProxy(endpoint, recording);
    cleanup.push(other.close);
    return other.url;
  };
  // With the alarms of production, for which the sweep sends a heartbeat.
  const place = await startSampleEnvironment(recordCalls, { hasAlarms: true, alarmEmail: 'none' });
  cleanup.push(place.stop);
  touches = recording.touches;

  const run = async (name: string, event: unknown) => {
    // Every function sees a key that was last used long ago, so each of them updates its last use.
    await putItem(dynoxide.endpoint, LONG_UNUSED);
    recording.by = name;
    const answer = (await place.invoke(name, event)) as Replied | null;
    recording.by = '';
    if (name === 'connect/callback') selectionPage = String(answer?.headers.location ?? '');
    if (answer?.body === undefined || name.startsWith('on-')) return {};
    const { statusCode: status, headers, body, isBase64Encoded } = answer;
    const text = String(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'));
    assertMatchesDocument(name.replace('/', '.'), { status, headers, text });
    if (!responses.has(name)) responses.set(name, { statusCode: status, headers, body: text });
    const isJson = /json$/.test(String(headers['content-type']));
    return (isJson ? JSON.parse(text) : {}) as Record<string, unknown>;
  };
  for (const [operation, { method }] of allEndpoints()) {
    const name = operation.replace('.', '/');
    if (name === 'content/delete') continue;
    const event = readEvent(name) as { headers: Record<string, string> };
    if (method === 'POST') event.headers['idempotency-key'] = `key-of-${name}`;
    await run(name, event);
    // Of a session that does not exist: a token makes the function read its session.
    if (event.headers.authorization) await run(name, withToken(event, UNKNOWN_SESSION_TOKEN));
    await holdQuota(run, name);
  }
  await holdQuota(run, 'unmatched');
  await completeConnections(run, place.url);
  await decideByLink(run);
  await signInWithPasskey(run);
  await commentEarly(run);
  await ofScheduledItems(run);
  await waitForPublish(run, dynoxide.endpoint);
  await registerGoneReceiver(run);
  await revokeByLesser(run);
  await requestMissing(dynoxide.endpoint);
  await removeOneOfTwo(run, dynoxide.endpoint);
  await expireMedia(run, dynoxide.endpoint);
  await referenceMedia(run, dynoxide.endpoint);
  const unapproved = await scheduleUnapproved(run);
  await run('on-sweep-due', {});
  await emailAbout(run, unapproved);
  await run('on-schedule-planning-due', {});
  const wrong = readEvent('auth/token') as { body: string; isBase64Encoded: boolean };
  await run('auth/token', { ...wrong, isBase64Encoded: false, body: wrongSecret(wrong) });
  await endSoon(run, 'instagram', 'twitter', 'linkedin');
  // The token of an app password always lives for two hours.
  await injectFault(place.url, 'bluesky', '401_expired');
  for (const platform of PLATFORMS) {
    await run(`on-publish-due/${platform}`, readEvent(`on-publish-due/${platform}`));
  }
  await meetLimits(run, place.url);
  await resolveWithPending(run, place.url);
  await loseResponses(run, dynoxide.endpoint);
  await publishToSandbox(run, dynoxide.endpoint);
  await publishUnbound(run, dynoxide.endpoint);
  await run('content/delete', readEvent('content/delete'));
  await run('content/delete', withToken(readEvent('content/delete') as Asked, UNKNOWN_SESSION_TOKEN));
  await holdQuota(run, 'content/delete');
  await run('on-metric-polls-due', {});
  await registerFailingReceiver(run, dynoxide.endpoint);
  await loseAccount(run);
  await followAll(run);
  const receivers = new Set(written('Endpoint').map(({ item }) => item!.id!.S!));
  for (const id of receivers) await run('on-delivery-queued', firstAttemptAt(id));
  await run('on-delivery-queued', readEvent('on-delivery-queued'));
  await endSoon(run, 'linkedin');
  await run('on-delivery-queued/slow', readEvent('on-delivery-queued/slow'));
  await run('on-metric-polls-due', {});
  await readPosts(run, place.url);
  await run('on-email-queued', readEvent('on-email-queued'));
  await endSoon(run, 'instagram');
  await run('on-refresh-due', {});
  await followAll(run);
  await followOneEngagement(run);
  await requestWithItem(run);
  await followRemoval(run);
  await followRemovedMember(run, dynoxide.endpoint);
  await run('audit/list', readEvent('audit/list'));
  await run('audit/verify', readEvent('audit/verify'));
  await leavePlan(run, dynoxide.endpoint);
}, 600_000);

afterAll(async () => {
  delete process.env.AWS_ENDPOINT_URL_DYNAMODB;
  for (const release of cleanup.reverse()) await release();
});

describe('the sample events', () => {
  it.each(allEndpoints())('%s answers its sample with the status the route table promises', (operation, route) => {
    const { statusCode, headers, body } = responses.get(operation.replace('.', '/'))!;
    expect(statusCode, body).toBe(route.status);
    if (headers['content-type'] !== 'application/json') return;
    expect(() => endpointOf(operation).response().parse(JSON.parse(body))).not.toThrow();
  });
});

/** The publish functions share one policy. Bluesky finds a post by its key, and not among posts with its text. */
const UNUSED_BY_RECORD_KEYS = ['dynamodb:GetItem Table POSTCLAIM#*', 'dynamodb:Query Table OPENSENDS#*'].map(
  (right) => `on-publish-due/bluesky: ${right}`,
);

describe('the policies', () => {
  it('allow every request of the functions to the table and to the KMS key', () => {
    expect(touches.length).toBeGreaterThan(100);
    const denied = touches.filter((touch) => !policies.get(touch.by)!.some((each) => allows(each, touch)));
    expect(
      denied.map(
        ({ by, action, resource, pk, context }) => `${by}: ${action} ${resource} ${pk || JSON.stringify(context)}`,
      ),
    ).toEqual([]);
  });

  it('allow no access to the table and to the KMS key that its function does not use', () => {
    const unused = [...policies].flatMap(([name, statements]) =>
      statements.flatMap((statement) =>
        getPermissions(statement)
          .filter((right) => !touches.some((touch) => touch.by === name && allows(right.alone, touch)))
          .map(({ text }) => `${name}: ${text}`),
      ),
    );
    expect(unused.filter((right) => !UNUSED_BY_RECORD_KEYS.includes(right))).toEqual([]);
  });
});

/**
 * Request an endpoint until its instance holds quota of the rate limit, and reads the count instead of reserving.
 * Requests with an idempotency key are repetitions. Later, another function would have ended the instance.
 */
async function holdQuota(run: Run, name: string): Promise<void> {
  const event = readEvent(name) as { headers: Record<string, string> };
  event.headers['idempotency-key'] = `key-of-${name}`;
  const hasRead = () => touches.some(({ by, action, pk }) => by === name && /Get/.test(action) && /^RATE#/.test(pk));
  for (let tries = 0; tries < 12 && !hasRead(); tries++) await run(name, event);
}

/** Give up to fetch a file, and let its record expire: the sweep deletes it. */
async function expireMedia(run: Run, endpoint: string): Promise<void> {
  await run('media/create', event('media/create', { body: { url: 'https://files.invalid/a.jpg' } }));
  const { item } = written('MediaAsset').findLast((touch) => touch.by === 'media/create')!;
  const message = { workspace_id: item!.workspace_id!.S, media_id: item!.id!.S };
  const sample = readEvent('on-media-queued') as { Records: object[] };
  const attributes = { ApproximateReceiveCount: '5' };
  await run('on-media-queued', { Records: [{ ...sample.Records[0], attributes, body: JSON.stringify(message) }] });
  await putItem(endpoint, { ...item, due_sk: { S: '2020-01-01T00:00:00.000Z' } });
}

/** Reference a file of the library by items, release it twice, and let it expire while an item references it. */
async function referenceMedia(run: Run, endpoint: string): Promise<void> {
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

/** Connect accounts again with tokens that expire at once, so that their next use refreshes them. */
async function endSoon(run: Run, ...platforms: Platform[]): Promise<void> {
  for (const account of SIMULATOR_ACCOUNTS.filter(({ platform }) => platforms.includes(platform))) {
    await run('accounts/create', event('accounts/create', { body: { ...account, expires_in: 1 } }));
  }
  await sleep(1_100);
}

type SampleAccount = (typeof SIMULATOR_ACCOUNTS)[number];

interface Replied {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
  isBase64Encoded?: boolean;
}

type Run = (name: string, event: unknown) => Promise<Record<string, unknown>>;

/** The sample event of an endpoint with another path id, body or query. */
function event(name: string, other: { id?: string; body?: object; query?: Record<string, string> }): unknown {
  const sample = readEvent(name) as { body: string; pathParameters?: { id: string } };
  return {
    ...sample,
    ...(other.id ? { pathParameters: { ...sample.pathParameters, id: other.id } } : {}),
    ...(other.body ? { body: JSON.stringify(other.body) } : {}),
    ...(other.query ? { queryStringParameters: other.query } : {}),
  };
}

type Asked = { headers: Record<string, string> };

const UNKNOWN_SESSION_TOKEN = `ses_${'01K00000000000000000000009'.repeat(3)}${'s'.repeat(43)}`;

function withToken<T extends Asked>(asked: T, token: string): T {
  return { ...asked, headers: { ...asked.headers, authorization: `Bearer ${token}` } };
}

/** Add a passkey to the sample session, sign in with it, and delete it. */
async function signInWithPasskey(run: Run): Promise<void> {
  const authenticator = createAuthenticator('http://127.0.0.1');
  const optionsOf = async (name: string) => (await run(name, readEvent(name))).options as Record<string, unknown>;
  const send = (name: string, credential: object) =>
    run(name, event(name, { body: { ...(name === 'auth/create-passkey' && { name: 'Laptop' }), credential } }));
  const created = authenticator.create(await optionsOf('auth/create-passkey-options'));
  const { id } = await send('auth/create-passkey', created);
  await send('auth/sign-in-with-passkey', authenticator.get(await optionsOf('auth/create-sign-in-options')));
  await run('auth/list-passkeys', readEvent('auth/list-passkeys'));
  await run('auth/delete-passkey', event('auth/delete-passkey', { id: String(id) }));
}

/** Request changes by a review link, at first without the hash of the item: that shows the page again. */
async function decideByLink(run: Run): Promise<void> {
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

/** Connect accounts through the consent pages: one again by an app of the workspace, and one of several. */
async function completeConnections(run: Run, url: string): Promise<void> {
  const app = { client_id: SIMULATED_APP.clientId, client_secret: SIMULATED_APP.clientSecret };
  await run('platform-apps/set', event('platform-apps/set', { body: app }));
  const twitter = SIMULATOR_ACCOUNTS.find(({ platform }) => platform === 'twitter')!;
  const { id: account_id } = await run('accounts/create', event('accounts/create', { body: connectable(twitter) }));
  const { access_token: ofSession } = await run('auth/create-session-token', readEvent('auth/create-session-token'));
  const flows = [
    { platform: 'twitter', account: twitter.external_id, body: { account_id }, token: ofSession },
    { platform: 'twitter', account: twitter.external_id, body: {}, isNew: true },
    { platform: 'linkedin', account: MEMBER.id, body: {} },
    { platform: 'linkedin', account: MEMBER.id, body: {}, isSelectedOnPage: true },
    { platform: 'linkedin', account: MEMBER.id, body: {}, isSelectedOnPage: true, token: ofSession },
  ];
  for (const { platform, account, body, isNew, isSelectedOnPage, token: bearer } of flows) {
    if (isNew) await run('accounts/delete', event('accounts/delete', { id: String(account_id) }));
    const requested = event('connect/create', { body }) as { requestContext: object; headers: Record<string, string> };
    const sample = bearer ? withToken(requested, String(bearer)) : requested;
    const requestContext = { ...sample.requestContext, domainName: new URL(url).host };
    const started = { ...sample, requestContext, pathParameters: { id_or_platform: platform } };
    const { id, url: consentUrl } = await run('connect/create', started);
    const consent = { method: 'POST', body: new URLSearchParams({ decision: 'allow', account }) };
    const { headers } = await fetch(String(consentUrl), { ...consent, redirect: 'manual' });
    const query = Object.fromEntries(new URL(headers.get('location')!).searchParams);
    await run('connect/callback', event('connect/callback', { query }));
    // The member and an organization that are not connected yet.
    if (isSelectedOnPage) {
      const token = selectionToken();
      await run('connect/submit-choice', event('connect/submit-choice', { query: { token, external_id: MEMBER.id } }));
    } else if (platform === 'linkedin') {
      const body = { external_id: 'urn:li:organization:1000000012' };
      await run('connect/select', event('connect/select', { id: String(id), body }));
    }
    const { pathParameters: _, ...asked } = event('connect/get', {}) as { pathParameters: object };
    await run('connect/get', { ...asked, pathParameters: { id_or_platform: id } });
  }
}

/** Make a second account the default, list by it, schedule an item with it, and remove it: a sweep continues the removal. */
async function removeOneOfTwo(run: Run, endpoint: string): Promise<void> {
  const other = { platform: 'twitter', external_id: '1000000009', access_token: 'of-the-other' };
  const { id: account } = await run('accounts/create', event('accounts/create', { body: other }));
  const account_id = String(account);
  await run('accounts/update', event('accounts/update', { id: account_id, body: { is_default: true } }));
  const draft = { title: 'Of the other account', accounts: [account_id], platforms: ['linkedin', 'twitter'] };
  const { id: content_id } = await run('content/create', event('content/create', { body: draft }));
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
  await run(
    'schedule/create',
    event('schedule/create', { body: { content_id, accounts: [account_id], scheduled_at } }),
  );
  await run('content/list', event('content/list', { query: { account_id } }));
  await run('schedule/list', event('schedule/list', { query: { account_id } }));
  const measured = written('PostMetrics').at(-1)?.item?.account_id?.S ?? 'acc_01K00000000000000000000000';
  await run('analytics/best-times', event('analytics/best-times', { query: { account_id: measured } }));
  await run('accounts/delete', event('accounts/delete', { id: account_id }));
  await run('on-table-change', recordOf(written('AccountRemoval').at(-1)!.item!));
  const removal = written('AccountRemoval').at(-1)!.item!;
  await putItem(endpoint, {
    ...removal,
    status: { S: 'running' },
    due_at: { S: '2020-01-01T00:00:00.000Z' },
    due_pk: written('AccountRemoval')[0]!.item!.due_pk!,
    due_sk: { S: '2020-01-01T00:00:00.000Z' },
  });
}

/** Publish entries that were scheduled while no account was connected: with the default account. */
async function publishUnbound(run: Run, endpoint: string): Promise<void> {
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

/** The fields of a sample account that a request may send. */
function connectable({ access_token, refresh_token, client_id, client_secret, external_id, platform }: SampleAccount) {
  return { access_token, refresh_token, client_id, client_secret, external_id, platform };
}

/** Send a platform webhook about a comment on an unknown post. */
async function commentEarly(run: Run): Promise<void> {
  const sample = readEvent('inbound/receive') as { headers: Record<string, string>; body: string };
  const body = sample.body.replace('17900000000000001', '17900000000000009');
  const account = SIMULATOR_ACCOUNTS.find(({ platform }) => platform === 'instagram')!;
  const digest = createHmac('sha256', account.inbound!.secret).update(body).digest('hex');
  const headers = { ...sample.headers, 'x-hub-signature-256': `sha256=${digest}` };
  await run('inbound/receive', { ...sample, headers, body, isBase64Encoded: false });
}

/** Send requests that the samples lack: lists with each filter, and changes of a scheduled item. */
async function ofScheduledItems(run: Run): Promise<void> {
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
}

/** Publish a draft immediately, and let it fail as soon as the request waits for it. */
async function waitForPublish(run: Run, endpoint: string): Promise<void> {
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
async function meetLimits(run: Run, url: string): Promise<void> {
  const media = [{ url: 'https://images.example.com/sample.jpg', type: 'image' }];
  for (const platform of PLATFORMS) {
    await injectFault(url, platform, '429');
    await publishNow(run, { platforms: [platform], ...(platform === 'instagram' ? { media } : {}) });
  }
}

/** Resolve an unconfirmed target of an item whose other target is pending, so that the response has warnings. */
async function resolveWithPending(run: Run, url: string): Promise<void> {
  await injectFault(url, 'twitter', 'ok_then_drop');
  const id = await publishNow(run, { platforms: ['twitter', 'linkedin'] });
  await run('content/resolve', event('content/resolve', { id, body: { outcome: 'failed' } }));
}

/** Create an item that is due now, and publish its first target. Returns its id. */
async function publishNow(run: Run, fields: { platforms: Platform[] } & object): Promise<string> {
  const body = { title: 'Due now', ...fields, scheduled_at: new Date().toISOString() };
  const { id, targets } = await run('content/create', event('content/create', { body }));
  const [{ platform, schedule_id }] = targets as [{ platform: Platform; schedule_id: string }];
  const { workspace_id } = readEvent(`on-publish-due/${platform}`) as { workspace_id: string };
  await run(`on-publish-due/${platform}`, { workspace_id, schedule_id });
  return String(id);
}

/** Request the performance of one item and the content ranking, once there are metrics. */
async function requestWithItem(run: Run): Promise<void> {
  const content_id = written('PostMetrics')[0]!.item!.content_id!.S!;
  await run('analytics/performance', event('analytics/performance', { query: { content_id } }));
  await run('analytics/rank-content', readEvent('analytics/rank-content'));
}

/** Change the workspace of the samples to a plan without webhooks, which pauses its endpoints. */
async function leavePlan(run: Run, endpoint: string): Promise<void> {
  const id = written('ScheduleEntry')[0]!.item!.workspace_id!.S;
  const [before, after] = ['enterprise', 'standard'].map((plan) =>
    marshall(toItem('Workspace', { id, name: 'Sample', plan, cursor_secret: 'sample', created_at: '' })),
  );
  await putItem(endpoint, after!);
  const change = { OldImage: before, NewImage: after, Keys: { pk: after!.pk, sk: after!.sk } };
  await run('on-table-change', { Records: [{ eventName: 'MODIFY', dynamodb: change }] });
}

/** Store what a sweep finds: an overdue schedule entry, an engagement window, and records that no worker has processed. */
async function requestMissing(endpoint: string): Promise<void> {
  const engagement = written('Engagement')[0]!.item!;
  const workspace_id = engagement.workspace_id!.S!;
  const since = '2020-01-01T00:00:00.000Z';
  const recovery = { id: 'rec_1', workspace_id, endpoint_id: 'wh_1', since, until: since, cursor: null };
  const overdue = { due_at: since, created_at: since, version: 0 };
  const shard = { shard: '00' };
  await putItem(endpoint, marshall(toItem('Recovery', { ...recovery, status: 'running', ...overdue }, shard)));
  await putItem(endpoint, { ...engagement, due_sk: { S: since } });
  const entry = written('ScheduleEntry')[0]!.item!;
  const minute = toItem(
    'EngagementWindow',
    {
      workspace_id: entry.workspace_id!.S,
      content_id: entry.content_id!.S,
      platform: 'twitter',
      since: '2020-01-01T00:00:00.000Z',
      due_at: '2020-01-01T00:01:00.000Z',
      like: 1,
      version: 1,
    },
    { ...shard, target: 'twitter' },
  );
  await putItem(endpoint, { ...entry, due_sk: { S: '2020-01-01T00:00:00.000Z' } });
  await putItem(endpoint, marshall(minute));
}

/** Schedule an item that the next sweep reminds of: due in an hour, in a workspace that requires an approval. */
async function scheduleUnapproved(run: Run): Promise<Record<string, unknown>> {
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

/** Send the emails of the reminder about an item, and of a request for its approval. */
async function emailAbout(run: Run, { id, scheduled_at }: Record<string, unknown>): Promise<void> {
  const sample = readEvent('on-email-queued') as { Records: { body: string }[] };
  const { workspace_id } = JSON.parse(sample.Records[0]!.body);
  const send = (message: object) => {
    const body = JSON.stringify({ ...message, workspace_id, content_id: id });
    return run('on-email-queued', { Records: [{ ...sample.Records[0], body }] });
  };
  await send({ kind: 'approval_reminder', due_at: scheduled_at, lead: 'hour' });
  const { approval } = await run('content/submit', event('content/submit', { id: String(id), body: {} }));
  const request = { kind: 'approval_request', requested_at: (approval as { requested_at: string }).requested_at };
  await send(request);
  // The email was sent already.
  await send(request);
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

/** Store an item without a function. */
async function putItem(endpoint: string, Item: object): Promise<void> {
  await callDynamodb(endpoint, 'DynamoDB_20120810.PutItem', { TableName: await tableOf(endpoint), Item });
}

/** Read an item without a function. */
async function getItem(endpoint: string, Key: object): Promise<object> {
  const input = { TableName: await tableOf(endpoint), Key };
  return ((await callDynamodb(endpoint, 'DynamoDB_20120810.GetItem', input)) as { Item: object }).Item;
}

async function tableOf(endpoint: string): Promise<string> {
  const { TableNames } = (await callDynamodb(endpoint, 'DynamoDB_20120810.ListTables', {})) as {
    TableNames: string[];
  };
  return TableNames[0]!;
}

/** Revoke an API key with a token that has fewer permissions than it. */
async function revokeByLesser(run: Run): Promise<void> {
  const exchange = readEvent('auth/token') as { body: string; isBase64Encoded: boolean };
  const form = String(Buffer.from(exchange.body, exchange.isBase64Encoded ? 'base64' : 'utf8'));
  const scoped = { ...exchange, isBase64Encoded: false, body: `${form}&scope=keys%3Awrite` };
  const { access_token } = await run('auth/token', scoped);
  const { id } = await run('keys/create', event('keys/create', { body: { name: 'Another key' } }));
  const sample = event('keys/delete', { id: String(id) }) as { headers: Record<string, string> };
  const headers = { ...sample.headers, authorization: `Bearer ${access_token}` };
  await run('keys/delete', { ...sample, headers });
}

/**
 * Publish with responses that are lost, and look for the posts: on X and Instagram by a check, on LinkedIn by a retry,
 * which is rejected as a duplicate.
 */
async function loseResponses(run: Run, endpoint: string): Promise<void> {
  const { webhooks } = await run('webhooks/list', readEvent('webhooks/list'));
  const { origin } = new URL((webhooks as { url: string }[])[0]!.url);
  for (const platform of ['instagram', 'twitter', 'linkedin'] as const) {
    const order = { platform, script: 'ok_then_drop' };
    await fetch(`${origin}/_simulator/scripts`, { method: 'POST', body: JSON.stringify(order) });
    const media = platform === 'instagram' ? [{ url: 'https://images.example.com/a.jpg', type: 'image' }] : [];
    const scheduled_at = new Date().toISOString();
    const body = { title: `Lost on ${platform}`, platforms: [platform], scheduled_at, media };
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
async function publishToSandbox(run: Run, endpoint: string): Promise<void> {
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

/** Create a webhook endpoint that returns 410, which disables it. */
async function registerGoneReceiver(run: Run): Promise<void> {
  const { webhooks } = await run('webhooks/list', readEvent('webhooks/list'));
  const { origin } = new URL((webhooks as { url: string }[])[0]!.url);
  const body = { url: `${origin}/_inbox/gone?status=410`, events: ['*'] };
  await run('webhooks/create', event('webhooks/create', { body }));
}

/**
 * Create a webhook endpoint that returns 500 and has failed for years: the next failure in either lane warns its owner,
 * unless a delivery has succeeded since.
 */
async function registerFailingReceiver(run: Run, endpoint: string): Promise<void> {
  const { webhooks } = await run('webhooks/list', readEvent('webhooks/list'));
  const { origin } = new URL((webhooks as { url: string }[])[0]!.url);
  const body = { url: `${origin}/_inbox/failing?status=500`, events: ['*'] };
  const { webhook_id } = await run('webhooks/create', event('webhooks/create', { body }));
  const stored = written('Endpoint').find(({ item }) => item!.id!.S === webhook_id)!.item!;
  const draft = { title: 'For the failing receiver', platforms: ['twitter'] };
  for (const lane of ['on-delivery-queued', 'on-delivery-queued/slow']) {
    await run('content/create', event('content/create', { body: draft }));
    await run('on-table-change', recordOf(written('Content').at(-1)!.item!));
    await putItem(endpoint, { ...stored, failing_since: { S: '2020-01-01T00:00:00.000Z' } });
    await run(lane, firstAttemptAt(String(webhook_id)));
  }
}

/** Invoke the stream worker with an account that has lost its token. */
async function loseAccount(run: Run): Promise<void> {
  await run('on-table-change', recordOf({ ...written('Account')[0]!.item!, status: { S: 'needs_reconnect' } }));
}

/** The stream record of a new item. */
function recordOf(item: NonNullable<Touch['item']>): unknown {
  const change = { Keys: { pk: item.pk, sk: item.sk }, NewImage: item, SequenceNumber: '1' };
  followed += 1;
  return { Records: [{ eventID: `change-${followed}`, eventName: 'INSERT', dynamodb: change }] };
}

/** Poll the metrics of all posts, one message each. */
async function readPosts(run: Run, url: string): Promise<void> {
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

let followed = 0;
const STREAM_BATCH = 25;

/** Invoke the stream worker with the deletion of an item, twice, because records can repeat. */
async function followRemoval(run: Run): Promise<void> {
  const { item } = written('Content')[0]!;
  const change = { Keys: { pk: item!.pk, sk: item!.sk }, OldImage: item, SequenceNumber: '1' };
  for (let time = 1; time <= 2; time++) {
    await run('on-table-change', {
      Records: [{ eventID: 'removal', eventName: 'REMOVE', dynamodb: change }],
    });
  }
}

/** Invoke the stream worker with the removal of a member who has an API key and an open invitation. */
async function followRemovedMember(run: Run, endpoint: string): Promise<void> {
  const invitation = written('Invitation').find(({ by, item }) => by === 'team/invite' && item)!.item!;
  const key = written('ApiKey').find(({ by }) => by === 'keys/create')!.item!;
  const removed = { S: 'usr_01K00000000000000000000002' };
  const email_hash = { S: createHash('sha256').update(invitation.email!.S!).digest('hex') };
  const reservation = { pk: { S: `${String(invitation.pk!.S).replace('#INVITATION', '#EMAIL')}` }, sk: email_hash };
  await putItem(endpoint, { ...key, user_id: removed });
  await putItem(endpoint, { ...invitation, invited_by: removed });
  await putItem(endpoint, { ...reservation, reserved_by: invitation.id });
  const member = marshall(
    toItem('Member', { id: removed.S, workspace_id: invitation.workspace_id!.S, email: 'a@example.com', version: 0 }),
  );
  const change = { Keys: { pk: member.pk, sk: member.sk }, OldImage: member, SequenceNumber: '1' };
  await run('on-table-change', { Records: [{ eventID: 'removed-member', eventName: 'REMOVE', dynamodb: change }] });
}

/** Invoke the stream worker with the recorded changes, in batches as the stream delivers them. */
async function followAll(run: Run): Promise<void> {
  const before = new Map<string, Touch['item']>();
  const records = Object.keys(SUBSCRIPTIONS)
    .flatMap(written)
    .map(({ item }) => {
      const key = `${item!.pk!.S}\n${item!.sk!.S}`;
      const change = {
        Keys: { pk: item!.pk, sk: item!.sk },
        NewImage: item,
        ...(before.has(key) ? { OldImage: before.get(key) } : {}),
        SequenceNumber: '1',
      };
      before.set(key, item);
      followed += 1;
      return { eventID: `change-${followed}`, eventName: 'MODIFY', dynamodb: change };
    });
  while (records.length > 0) await run('on-table-change', { Records: records.splice(0, STREAM_BATCH) });
}

/** Invoke the stream worker again with one engagement alone, which it has aggregated: it reads only that one. */
async function followOneEngagement(run: Run): Promise<void> {
  const { item } = written('Engagement')[0]!;
  const change = { Keys: { pk: item!.pk, sk: item!.sk }, NewImage: item, SequenceNumber: '1' };
  await run('on-table-change', { Records: [{ eventID: 'engagement', eventName: 'INSERT', dynamodb: change }] });
}

function written(entity: string): Touch[] {
  return touches.filter(({ item }) => item?.entity?.S === entity);
}

/** The message about the first attempt to deliver the latest event to an endpoint. */
function firstAttemptAt(endpoint_id: string): unknown {
  const { workspace_id, id } = written('Event').at(-1)!.item!;
  const event_id = id!.S!;
  const delivery_id = event_id.replace('evt', 'dlv');
  const body = { workspace_id: workspace_id!.S, endpoint_id, delivery_id, event_id };
  return { Records: [{ messageId: '1', body: JSON.stringify(body) }] };
}

function wrongSecret({ body, isBase64Encoded }: { body: string; isBase64Encoded: boolean }): string {
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString() : body;
  return text.replace(/(secret[^A-Za-z0-9]+)[A-Za-z0-9_-]+/, '$1wrong');
}
