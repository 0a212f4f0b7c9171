import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints, endpointOf } from '../../lib/bundle/endpoints.ts';
import { toItem } from '../../lib/core/table/schema.ts';
import { apiKeyUsageEntity } from '../../lib/identity/entities/api-keys.ts';
import { PLATFORM_TABLE, PLATFORMS } from '../../lib/platforms/platforms.ts';
import { startDynoxide } from '../../tools/local-stack/dynoxide.ts';
import { readEvent, startSampleEnvironment } from '../../tools/local-stack/invoke-sample.ts';
import { runSteps, stepMessages } from '../../tools/local-stack/step-messages.ts';
import { injectFault } from '../e2e/assertions.ts';
import { assertMatchesDocument } from '../tools/openapi/document.ts';
import {
  completeConnections,
  endSoon,
  loseAccount,
  removeOneOfTwo,
  revokeByLesser,
  signInWithPasskey,
  wrongSecret,
} from './access-accounts.ts';
import { readComments, workAsAgent } from './access-agents.ts';
import {
  commentEarly,
  decideByLink,
  emailAbout,
  inspectMedia,
  moveUnbound,
  ofScheduledItems,
  referenceMedia,
  requestWithItem,
  scheduleUnapproved,
  submitWithLink,
} from './access-content.ts';
import { authorizeApplication, signInDevice } from './access-devices.ts';
import { exportMore, loadFeedOfAccount } from './access-feeds.ts';
import { continueRelease, haltAndResume } from './access-halts.ts';
import { endImports, importItems } from './access-imports.ts';
import { findByLabels, useLabels } from './access-labels.ts';
import {
  cancelLimitedPost,
  loseResponses,
  meetLimits,
  publishCertified,
  publishFromSlowHost,
  publishToSandbox,
  publishUnbound,
  readPosts,
  resolveByUrl,
  resolveWithPending,
  waitForPublish,
} from './access-publishing.ts';
import { useQueues } from './access-queues.ts';
import { useRecurrences } from './access-recurrences.ts';
import {
  type Asked,
  byStageKey,
  putItem,
  type Replied,
  type Run,
  recording,
  touches,
  UNKNOWN_SESSION_TOKEN,
  visit,
  withToken,
  written,
} from './access-requests.ts';
import {
  followAll,
  followOneEngagement,
  followRemoval,
  followRemovedMember,
  leavePlan,
  requestMissing,
} from './access-stream.ts';
import { useTemplates } from './access-templates.ts';
import { sumUsage } from './access-usage.ts';
import {
  countMissed,
  firstAttemptAt,
  registerFailingReceiver,
  registerGoneReceiver,
  useStageEndpoint,
} from './access-webhooks.ts';
import { deleteWorkspace, useWorkspaces } from './access-workspaces.ts';
import { allows, getPermissions, getStatementsByRole, type Statement } from './statements.ts';
import { synthesized } from './synthesized.ts';
import { openTableProxy, type Touch } from './table-proxy.ts';

// The local stack does not enforce IAM. The functions run here on a table behind a proxy that records their requests,
// and the tests match each request against the policy of the function.

/** The API key and the stage key of the sample events, last used years ago. */
const LONG_UNUSED = ['key', 'skey'].map((prefix) =>
  marshall(
    toItem(apiKeyUsageEntity, {
      client_id: `${prefix}_01K00000000000000000000000`,
      last_used_at: '2020-01-01T00:00:00.000Z',
    }),
  ),
);
const WIDE_LIMITS = { accounts: 1_000, posts_per_day: 100_000, platform_micro_usd_per_month: 1_000_000_000 };
let policies: Map<string, Statement[]>;
/** The first response of each endpoint, to its sample event. */
const responses = new Map<string, Replied>();
const cleanup: (() => unknown)[] = [];

beforeAll(async () => {
  policies = getStatementsByRole(synthesized('production'));
  const folder = mkdtempSync(join(tmpdir(), 'access-'));
  cleanup.push(() => rmSync(folder, { recursive: true, force: true }));
  const dynoxide = await startDynoxide(folder, console.error);
  cleanup.push(dynoxide.stop);
  const proxy = await openTableProxy(dynoxide.endpoint, recording);
  cleanup.push(proxy.close);
  process.env.AWS_ENDPOINT_URL_DYNAMODB = proxy.url;
  const recordCalls = async (endpoint: string) => {
    if (endpoint === proxy.url) return endpoint;
    const other = await openTableProxy(endpoint, recording);
    cleanup.push(other.close);
    return other.url;
  };
  // With the alarms of production, for which the sweep sends a heartbeat, an interval at which each run has its checks, and
  // limits, which count.
  const environment = await startSampleEnvironment({
    proxyEndpoint: recordCalls,
    settings: {
      ...{ hasAlarms: true, alarmEmail: 'none', sweepEveryMinutes: 5, defaultLimits: WIDE_LIMITS },
      returnUrls: ['https://app.example.com'],
    },
  });
  cleanup.push(environment.stop);

  const takeSteps = stepMessages(environment.template, environment.endpoints.AWS_ENDPOINT_URL_SQS!);
  const run = async (name: string, event: unknown): Promise<Record<string, unknown>> => {
    // Every function sees a key that was last used long ago, so each of them updates its last use.
    for (const unused of LONG_UNUSED) await putItem(dynoxide.endpoint, unused);
    recording.by = name;
    const answer = (await environment.invoke(name, event)) as Replied | null;
    recording.by = '';
    if (name === 'on-table-change') await runSteps(takeSteps, run);
    if (name === 'connect/callback') visit.location = String(answer?.headers.location ?? '');
    if (name === 'connect/confirm') {
      visit.url = String(answer?.headers.refresh ?? '').replace('0;url=', '');
      visit.cookie = String(answer?.headers['set-cookie'] ?? '').split(';')[0]!;
    }
    if (answer?.body === undefined || name.startsWith('on-')) return {};
    const { statusCode: status, headers, body, isBase64Encoded } = answer;
    const text = String(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'));
    assertMatchesDocument(name.replace('/', '.'), { status, headers, text });
    if (!responses.has(name)) responses.set(name, { statusCode: status, headers, body: text });
    const isJson = /json$/.test(String(headers['content-type']));
    return (isJson ? JSON.parse(text) : {}) as Record<string, unknown>;
  };
  for (const [operation, { method, stage }] of allEndpoints()) {
    const name = operation.replace('.', '/');
    if (name === 'content/delete') continue;
    const event = readEvent(name) as { headers: Record<string, string> };
    if (method === 'POST') event.headers['idempotency-key'] = `key-of-${name}`;
    await run(name, event);
    // Of a session that does not exist: a token makes the function read its session.
    if (event.headers.authorization) await run(name, withToken(event, UNKNOWN_SESSION_TOKEN));
    // Of a stage key that names a workspace by its external id, which the function looks up.
    if (event.headers.authorization && stage !== true) await run(name, byStageKey(event));
    await holdQuota(run, name);
    if (name.startsWith('imports/')) await endImports(run);
  }
  await holdQuota(run, 'unmatched');
  await haltAndResume(run, dynoxide.endpoint);
  await useWorkspaces(run);
  await completeConnections(run, environment.url);
  await decideByLink(run);
  await signInWithPasskey(run);
  await signInDevice(run);
  await authorizeApplication(run);
  await commentEarly(run);
  await ofScheduledItems(run);
  await waitForPublish(run, dynoxide.endpoint);
  await registerGoneReceiver(run);
  await countMissed(run);
  await useStageEndpoint(run);
  await revokeByLesser(run);
  await loadFeedOfAccount(run);
  await exportMore(run, dynoxide.endpoint);
  await requestMissing(dynoxide.endpoint);
  await removeOneOfTwo(run, dynoxide.endpoint);
  await useTemplates(run);
  await workAsAgent(run);
  await inspectMedia(run, dynoxide.endpoint);
  await moveUnbound(run, dynoxide.endpoint);
  await submitWithLink(run);
  await useRecurrences(run, dynoxide.endpoint);
  await importItems(run, dynoxide.endpoint);
  await referenceMedia(run, dynoxide.endpoint);
  await useLabels(run);
  await useQueues(run, dynoxide.endpoint);
  const unapproved = await scheduleUnapproved(run);
  await run('on-sweep-due', {});
  await continueRelease(run);
  await emailAbout(run, dynoxide.endpoint, unapproved);
  await run('on-schedule-planning-due', {});
  const wrong = readEvent('auth/token') as { body: string; isBase64Encoded: boolean };
  await run('auth/token', { ...wrong, isBase64Encoded: false, body: wrongSecret(wrong) });
  await endSoon(run, ...PLATFORMS.filter((platform) => !PLATFORM_TABLE[platform].appPassword));
  // The token of an app password always lives for two hours.
  await injectFault(environment.url, 'bluesky', '401_expired');
  for (const platform of PLATFORMS) {
    await run(`on-publish-due/${platform}`, readEvent(`on-publish-due/${platform}`));
  }
  await meetLimits(run, environment.url);
  await resolveWithPending(run, environment.url);
  await resolveByUrl(run, environment.url);
  await loseResponses(run, dynoxide.endpoint);
  await publishToSandbox(run, dynoxide.endpoint);
  await publishUnbound(run, dynoxide.endpoint);
  await publishCertified(run, dynoxide.endpoint);
  await publishFromSlowHost(run, dynoxide.endpoint);
  await run('content/delete', readEvent('content/delete'));
  await run('content/delete', withToken(readEvent('content/delete') as Asked, UNKNOWN_SESSION_TOKEN));
  await run('content/delete', byStageKey(readEvent('content/delete') as Asked));
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
  await readPosts(run, environment.url);
  await run('on-email-queued', readEvent('on-email-queued'));
  await endSoon(run, 'instagram');
  await run('on-refresh-due', {});
  await followAll(run);
  await followOneEngagement(run);
  await requestWithItem(run);
  await readComments(run);
  await findByLabels(run);
  await followRemoval(run);
  await followRemovedMember(run, dynoxide.endpoint);
  await run('audit/list', readEvent('audit/list'));
  await run('audit/verify', readEvent('audit/verify'));
  await cancelLimitedPost(run, dynoxide.endpoint);
  await sumUsage(run, dynoxide.endpoint);
  await leavePlan(run, dynoxide.endpoint);
  await deleteWorkspace(run, dynoxide.endpoint);
}, 1_800_000);

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

const SLOW_LANE = 'on-publish-due/slow';

/** The publish functions share one policy. Bluesky finds a post by its key, and not among posts with its text. */
const UNUSED_BY_RECORD_KEYS = ['dynamodb:GetItem Table POSTCLAIM#*', 'dynamodb:Query Table OPENSENDS#*'].map(
  (right) => `on-publish-due/bluesky: ${right}`,
);

/**
 * What needs a host that holds a request for ten seconds, a server besides that of the simulator, or, on Instagram, which
 * downloads images itself, a video: see `publish-lanes.test.ts` and `video-publishing.test.ts`.
 */
const UNUSED_WITHOUT_SLOW_HOSTS = PLATFORMS.flatMap((platform) => {
  const [leases, hosts] = ['WS#?????????????????????????????#INFLIGHT', 'WS#?????????????????????????????#SLOWHOST'];
  return [
    ...['PutItem Table HOSTLEASE#*', 'DeleteItem Table HOSTLEASE#*', `PutItem Table ${hosts}`],
    ...(platform === 'instagram'
      ? [`PutItem Table ${leases}`, `DeleteItem Table ${leases}`, `GetItem Table ${hosts}`, `DeleteItem Table ${hosts}`]
      : []),
  ].map((right) => `on-publish-due/${platform}: dynamodb:${right}`);
});

/** No sample has a registered passkey, whose signature precedes a certificate: see `passkey-publishing.test.ts`. */
const UNUSED_WITHOUT_PASSKEYS = PLATFORMS.flatMap((platform) =>
  ['Encrypt', 'Decrypt'].map((right) => `on-publish-due/${platform}: kms:${right} Preparation`),
);

/** The sample selects an account of LinkedIn, which is read for free, and no sample is polled on a budget, or at a limit. */
const UNUSED_WITHOUT_BUDGET = [
  ...['connect/select: GetItem', 'on-metric-poll-queued: GetItem', 'on-metric-poll-queued: PutItem'].map(
    (right) => `${right} METRICSSPENDING`,
  ),
  ...['GetItem SETTINGS', 'GetItem COUNT', 'UpdateItem COUNT'].map((right) => `on-metric-poll-queued: ${right}`),
].map((right) => right.replace(/(\w+) (\w+)$/, 'dynamodb:$1 Table WS#?????????????????????????????#$2'));

/**
 * No sample repeats a content of another account, which may be a former id, nor publishes with an account that was deleted:
 * see `reconnected-duplicates.test.ts` and `reconnected-drafts.test.ts`.
 */
const UNUSED_WITHOUT_RECONNECTION = [
  ...['content/create', 'content/validate', 'content/update', 'schedule/create', 'schedule/update'],
  ...['mcp', 'on-step-queued', ...PLATFORMS.map((platform) => `on-publish-due/${platform}`)],
].flatMap((name) =>
  ['ACCOUNTREMOVAL', 'ACCOUNTRESERVATION'].map(
    (kind) => `${name}: dynamodb:GetItem Table WS#?????????????????????????????#${kind}`,
  ),
);

/** The link of the sample was created with an API key: see `review-link-access.test.ts` for those of sessions. */
const UNUSED_WITHOUT_SESSION_LINKS = ['review/show', 'review/respond'].map(
  (name) => `${name}: dynamodb:GetItem Table WS#?????????????????????????????#SESSION`,
);

/**
 * The sample has no application with a document, no member with 50 sessions, and no review link of the removed member: see
 * `client-documents.test.ts`, `member-sessions.test.ts` and `removed-creators.test.ts`.
 */
const UNUSED_WITHOUT_MUCH_ACCESS = [
  ...['auth/read-authorization', 'auth/decide-authorization'].flatMap((name) => [
    `${name}: dynamodb:PutItem Table WS#?????????????????????????????#INFLIGHT`,
    `${name}: dynamodb:DeleteItem Table WS#?????????????????????????????#INFLIGHT`,
  ]),
  ...['auth/create-session', 'auth/sign-in-with-passkey'].flatMap((name) => [
    `${name}: dynamodb:PutItem Table WS#?????????????????????????????#TOMBSTONE`,
    `${name}: dynamodb:DeleteItem Table WS#?????????????????????????????#SESSION`,
  ]),
  'team/remove-member: dynamodb:GetItem Table WS#?????????????????????????????#REVIEWLINK#*',
];

describe('the policies', () => {
  it('allow every request of the functions to the table and to the KMS key', () => {
    expect(touches.length).toBeGreaterThan(100);
    // The sweep requests the public URLs, whose function counts its requests.
    const ofChecks = ({ by, pk }: Touch) => by === 'on-sweep-due' && /^RATE#address\//.test(pk);
    const denied = touches.filter(
      (touch) => !ofChecks(touch) && !policies.get(touch.by)!.some((each) => allows(each, touch)),
    );
    expect(
      denied.map(
        ({ by, action, resource, pk, context }) => `${by}: ${action} ${resource} ${pk || JSON.stringify(context)}`,
      ),
    ).toEqual([]);
  });

  it('allow no access to the table and to the KMS key that its function does not use', () => {
    // The next test compares the slow lane with the functions that have the same code.
    const used = [...policies].filter(([name]) => name !== SLOW_LANE);
    const unused = used.flatMap(([name, statements]) =>
      statements.flatMap((statement) =>
        getPermissions(statement)
          .filter((right) => !touches.some((touch) => touch.by === name && allows(right.alone, touch)))
          .map(({ text }) => `${name}: ${text}`),
      ),
    );
    const expected = [
      ...UNUSED_BY_RECORD_KEYS,
      ...UNUSED_WITHOUT_SLOW_HOSTS,
      ...UNUSED_WITHOUT_PASSKEYS,
      ...UNUSED_WITHOUT_BUDGET,
      ...UNUSED_WITHOUT_RECONNECTION,
      ...UNUSED_WITHOUT_SESSION_LINKS,
      ...UNUSED_WITHOUT_MUCH_ACCESS,
      // No engagement of the samples names a post that was polled (test/analytics/quiet-posts.test.ts).
      'on-table-change: dynamodb:GetItem Table WS#?????????????????????????????#POSTMETRICS',
    ];
    expect(unused.filter((right) => !expected.includes(right))).toEqual([]);
  });

  it('allow the slow lane what they allow the publish functions, whose code it has, and nothing else', () => {
    const rightsOf = (name: string) =>
      policies
        .get(name)!
        .flatMap(getPermissions)
        .map(({ text }) => text);
    const ofPlatforms = new Set(PLATFORMS.flatMap((platform) => rightsOf(`on-publish-due/${platform}`)));
    expect(new Set(rightsOf(SLOW_LANE))).toEqual(ofPlatforms);
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
  for (let tries = 0; tries < 40 && !hasRead(); tries++) await run(name, event);
}
