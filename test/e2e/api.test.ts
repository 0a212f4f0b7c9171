import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AccountListResponse } from '../../lib/accounts/api/accounts/list.ts';
import { AccountResponse } from '../../lib/accounts/api/accounts/responses.ts';
import { PerformanceResponse } from '../../lib/analytics/api/analytics/performance.ts';
import { TrendsResponse } from '../../lib/analytics/api/analytics/trends.ts';
import { ContentListResponse } from '../../lib/content/api/content/list.ts';
import { ContentResponse } from '../../lib/content/api/content/responses.ts';
import { ScheduleCreateResponse } from '../../lib/content/api/schedule/create.ts';
import { ScheduleListResponse } from '../../lib/content/api/schedule/list.ts';
import { DeletedResponse } from '../../lib/core/api/response-fields.ts';
import { TokenResponse, VerifyResponse } from '../../lib/identity/api/auth/responses.ts';
import { AcceptResponse } from '../../lib/identity/api/team/accept-invitation.ts';
import { InvitationListResponse } from '../../lib/identity/api/team/list-invitations.ts';
import { MembersResponse } from '../../lib/identity/api/team/list-members.ts';
import { InviteResponse, MemberResponse } from '../../lib/identity/api/team/responses.ts';
import { PLATFORMS } from '../../lib/platforms/platform.ts';
import { EventListResponse } from '../../lib/webhooks/api/events/list.ts';
import { EventResponse } from '../../lib/webhooks/api/events/responses.ts';
import { WebhookCreateResponse } from '../../lib/webhooks/api/webhooks/create.ts';
import { WebhookListResponse } from '../../lib/webhooks/api/webhooks/list.ts';
import { DeliveryListResponse } from '../../lib/webhooks/api/webhooks/list-deliveries.ts';
import { WebhookRecoverResponse } from '../../lib/webhooks/api/webhooks/recover-deliveries.ts';
import { DeliveryResponse, WebhookResponse } from '../../lib/webhooks/api/webhooks/responses.ts';
import { WebhookTestResponse } from '../../lib/webhooks/api/webhooks/test.ts';
import type { EventKind } from '../../lib/webhooks/events/events.ts';
import { payloadSchema } from '../../lib/webhooks/events/payload-schemas.ts';
import { type LocalService, startLocalService } from '../../tools/local-stack/local-service.ts';
import { readMailbox } from '../../tools/local-stack/mailbox-page.ts';
import { SIMULATOR_ACCOUNTS } from '../../tools/local-stack/simulator-accounts.ts';
import { Problem } from '../../tools/openapi/problem-schema.ts';
import { injectFault, listMessages, listPosts, type Message } from './assertions.ts';
import { type ApiClient, createApiClient, type HttpResponse, read, send, until, untilWithin } from './http-client.ts';

// The same journey against a service that runs elsewhere: set JOURNEY_BASE_URL (ending in /v1),
// JOURNEY_CLIENT_ID, JOURNEY_CLIENT_SECRET and JOURNEY_RECEIVER_URL (an inbox: POST stores, GET lists, as
// `/_inbox/<name>` of the local service does, with names of our choice below it). JOURNEY_SIMULATOR_URL is
// the origin of the platform simulator that the stage publishes to; without it only API responses are
// checked. Without any of them a service is started here.
const { JOURNEY_BASE_URL, JOURNEY_CLIENT_ID, JOURNEY_CLIENT_SECRET, JOURNEY_RECEIVER_URL } = process.env;
const isLocal = JOURNEY_BASE_URL === undefined;

const run = randomUUID().slice(0, 8);
const folder = mkdtempSync(join(tmpdir(), 'journey-'));
// LinkedIn reserves most of these, and X weights the rest: the text must arrive unchanged.
const TEXT = `Launch day ${run} 👩‍🚀 \\|{}@[]()<>#*_~ café #journey${run}`;
const OWN_SECRET = `own secret of ${run}, with a % and a : in it`;

let local: LocalService | undefined;
let service: { baseUrl: string; id: string; secret: string; simulator: string | undefined };
let inboxes: { own: string; made: string };
let api: ApiClient;
let made: { webhook_id: string; secret: string };

beforeAll(async () => {
  if (isLocal) local = await startLocalService({ port: 0, folder });
  service = {
    baseUrl: local?.baseUrl ?? JOURNEY_BASE_URL!,
    id: local?.credentials.client_id ?? JOURNEY_CLIENT_ID!,
    secret: local?.credentials.client_secret ?? JOURNEY_CLIENT_SECRET!,
    simulator: local?.url ?? process.env.JOURNEY_SIMULATOR_URL,
  };
  const receiver = JOURNEY_RECEIVER_URL ?? `${service.simulator}/_inbox/journey`;
  inboxes = { own: `${receiver}-${run}-own`, made: `${receiver}-${run}-made` };
});

afterAll(async () => {
  await local?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const soon = (ms: number) => new Date(Date.now() + ms).toISOString();

/** What arrived at an inbox, each verified with the independent library; throws when one does not verify. */
async function verified(inbox: string, webhook: Webhook) {
  const messages = await listMessages(inbox);
  return messages.map((message: Message) => {
    const event = webhook.verify(message.body, message.headers) as {
      id: string;
      type: EventKind;
      timestamp: string;
      workspace_id: string;
      data: Record<string, unknown>;
      test?: boolean;
    };
    expect(message.headers['webhook-id']).toBe(event.id);
    // As the event module declares it, with no additional fields.
    expect(payloadSchema(event.type).parse(event)).toEqual(event);
    return event;
  });
}

const atOwn = () => verified(inboxes.own, new Webhook(OWN_SECRET, { format: 'raw' }));
const atGenerated = () => verified(inboxes.made, new Webhook(made.secret));

/** The simulated posts with a text; unknown for a stage without a simulator. */
async function postsWithText(text: string) {
  return (await listPosts(service.simulator!)).filter((post) => post.text === text);
}

test('an API key is exchanged for a token in form A, form B and HTTP Basic, as JSON and as a form', async () => {
  const { origin, pathname } = new URL(service.baseUrl);
  const { id, secret } = service;
  const form: [string, string] = ['content-type', 'application/x-www-form-urlencoded'];
  const json: [string, string] = ['content-type', 'application/json'];
  const pair = { client_id: id, client_secret: secret, grant_type: 'client_credentials' };
  const basic: [string, string] = ['authorization', `Basic ${btoa(`${id}:${secret}`)}`];
  const ways: [[string, string][], string][] = [
    [[json], JSON.stringify(pair)],
    [[form], String(new URLSearchParams(pair))],
    [[basic, form], 'grant_type=client_credentials'],
    [[basic, json], '{"grant_type":"client_credentials"}'],
    [[json], JSON.stringify({ api_key: id, secret })],
    // The reference's example of form A includes a bearer header.
    [[json, ['authorization', 'Bearer old']], JSON.stringify({ api_key: id, secret })],
    [[form], String(new URLSearchParams({ api_key: id, secret }))],
  ];
  const tokens = new Set<string>();
  for (const [headers, body] of ways) {
    const answer = await send(origin, { method: 'POST', target: `${pathname}/auth/token`, headers, body });
    const token = read(answer, 200, TokenResponse());
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(token.expires_in).toBe(3600);
    tokens.add(token.access_token);
  }
  expect(tokens.size).toBe(ways.length);
  for (const token of tokens) {
    const verify = read(await createApiClient(service.baseUrl, token)('GET', '/auth/verify'), 200, VerifyResponse());
    expect(verify).toMatchObject({ client_id: id, plan: 'enterprise' });
  }
  api = createApiClient(service.baseUrl, [...tokens][0]!);
});

test("webhook endpoints are registered with a caller's secret and with a generated one, each shown once", async () => {
  const own = { url: inboxes.own, events: ['*'], secret: OWN_SECRET };
  const first = read(await api('POST', '/webhooks', own), 201, WebhookCreateResponse());
  expect(first).toMatchObject({ url: inboxes.own, status: 'active', events: ['*'] });
  expect(first.secret).toBeUndefined();

  const kinds = ['content.created', 'content.scheduled', 'content.published', 'content.failed'];
  const answer = await api('POST', '/webhooks', { url: inboxes.made, events: kinds });
  const { webhook_id, secret } = read(answer, 201, WebhookCreateResponse());
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]+=*$/);
  made = { webhook_id, secret: secret! };

  const list = await api('GET', '/webhooks?limit=100');
  const { webhooks } = read(list, 200, WebhookListResponse());
  expect(webhooks.map(({ id }) => id)).toEqual(expect.arrayContaining([first.webhook_id, webhook_id]));
  expect(list.text).not.toContain(secret);
  expect(list.text).not.toContain(OWN_SECRET);
});

const hasSimulator = isLocal || process.env.JOURNEY_SIMULATOR_URL !== undefined;

test.skipIf(!hasSimulator)(
  'an account of each platform is connected, and no response contains its credentials',
  async () => {
    for (const account of SIMULATOR_ACCOUNTS) {
      const { platform, external_id, access_token } = account;
      const isByPassword = platform === 'bluesky';
      const body = isByPassword ? { platform, external_id, app_password: access_token } : account;
      const answer = await api('POST', '/accounts', body);
      expect(read(answer, 201, AccountResponse())).toMatchObject({
        platform: account.platform,
        external_id: account.external_id,
        status: 'connected',
      });
      expect(answer.text).not.toContain(account.access_token);
    }
    const { accounts } = read(await api('GET', '/accounts'), 200, AccountListResponse());
    expect(accounts.map(({ platform }) => platform).sort()).toEqual([...PLATFORMS].sort());
    // X charges for metrics, so by default they are read an hour after a post.
    const { id } = accounts.find(({ platform }) => platform === 'twitter')!;
    const changed = read(await api('PUT', `/accounts/${id}`, { metrics_schedule: 'frequent' }), 200, AccountResponse());
    expect(changed.metrics_schedule).toBe('frequent');
  },
);

let unansweredPost: { id: string; text: string; answer: Promise<HttpResponse> };

// Started early and checked later, because it is slow: see "a platform that never responds" below.
test.skipIf(!hasSimulator)(
  'publish-now is requested from a platform that accepts the post and never responds',
  async () => {
    const text = `Into the dark ${run}`;
    await injectFault(service.simulator!, 'twitter', 'hang');
    const { id } = read(await api('POST', '/content', { title: text, platforms: ['twitter'] }), 201, ContentResponse());
    unansweredPost = { id, text, answer: api('PUT', `/content/${id}`, { status: 'published' }) };
    await until('the platform to take it', async () => (await postsWithText(text)).length === 1);
    expect(read(await api('GET', `/content/${id}`), 200, ContentResponse()).status).toBe('publishing');
    // While it may be publishing it can neither be edited, nor deleted, nor sent again.
    read(await api('PUT', `/content/${id}`, { title: 'Other' }), 409, Problem());
    read(await api('DELETE', `/content/${id}`), 409, Problem());
  },
);

describe('an item with a future time', () => {
  let contentId: string;
  let dueMs: number;

  test('is scheduled, and shows its targets and schedule entries', async () => {
    dueMs = Date.now() + 3_600_000;
    const answer = await api(
      'POST',
      '/content',
      {
        title: `Launch ${run}`,
        description: TEXT,
        platforms: ['twitter', 'linkedin'],
        scheduled_at: new Date(dueMs).toISOString(),
      },
      { 'idempotency-key': run },
    );
    const content = read(answer, 201, ContentResponse());
    contentId = content.id;
    expect(answer.headers.location).toMatch(new RegExp(`/content/${contentId}$`));
    expect(content.status).toBe('scheduled');
    const found = read(await api('GET', `/content/${contentId}`), 200, ContentResponse());
    expect(found.targets.map(({ platform, status }) => [platform, status]).sort()).toEqual([
      ['linkedin', 'pending'],
      ['twitter', 'pending'],
    ]);
    const listed = read(await api('GET', `/schedule?content_id=${contentId}`), 200, ScheduleListResponse());
    expect(listed.scheduled_posts.map(({ id }) => id).sort()).toEqual(
      found.targets.map(({ schedule_id }) => schedule_id).sort(),
    );
    expect(listed.scheduled_posts.map(({ status }) => status)).toEqual(['pending', 'pending']);
    const all = read(await api('GET', '/schedule?limit=100'), 200, ScheduleListResponse());
    expect(all.scheduled_posts.filter((entry) => entry.content_id === contentId)).toHaveLength(2);
  });

  test('created again with the same Idempotency-Key, is the same item', async () => {
    const body = {
      title: `Launch ${run}`,
      description: TEXT,
      platforms: ['twitter', 'linkedin'],
      scheduled_at: new Date(dueMs).toISOString(),
    };
    const answer = await api('POST', '/content', body, { 'idempotency-key': run });
    expect(read(answer, 201, ContentResponse()).id).toBe(contentId);
    expect(answer.headers['idempotent-replayed']).toBe('true');
  });

  test('is published at its new time, not earlier, once on each platform', async () => {
    dueMs = Date.now() + 3_000;
    const change = { scheduled_at: new Date(dueMs).toISOString() };
    read(await api('PUT', `/content/${contentId}`, change), 200, ContentResponse());
    const done = await until('the item to be published', async () => {
      const content = read(await api('GET', `/content/${contentId}`), 200, ContentResponse());
      return content.status !== 'scheduled' && content.status !== 'publishing' && content;
    });
    expect(done.status).toBe('published');
    expect(done.targets).toHaveLength(2);
    for (const target of done.targets) {
      expect(target).toMatchObject({ status: 'published', error: null });
      expect(target.platform_post_id).toEqual(expect.any(String));
      expect(target.url).toMatch(/^https:/);
      const lateMs = Date.parse(target.published_at!) - dueMs;
      expect(lateMs).toBeGreaterThanOrEqual(0);
      expect(target.late_by_seconds).toBe(Math.floor(lateMs / 1000));
    }
    if (service.simulator) {
      const posts = await postsWithText(TEXT);
      expect(posts.map(({ platform }) => platform).sort()).toEqual(['linkedin', 'twitter']);
      for (const { platform, id, at } of posts) {
        expect(Date.parse(at)).toBeGreaterThanOrEqual(dueMs);
        expect(done.targets).toContainEqual(expect.objectContaining({ platform, platform_post_id: id }));
      }
    }
  });

  test('is no longer in the schedule by default, and is listed as published with the status filter', async () => {
    const open = read(await api('GET', `/schedule?content_id=${contentId}`), 200, ScheduleListResponse());
    expect(open.scheduled_posts).toEqual([]);
    const path = `/schedule?content_id=${contentId}&status=published`;
    const done = read(await api('GET', path), 200, ScheduleListResponse());
    expect(done.scheduled_posts).toHaveLength(2);
    const list = read(await api('GET', '/content?status=published&limit=100'), 200, ContentListResponse());
    expect(list.data.map(({ id }) => id)).toContain(contentId);
  });

  test('emits signed webhooks: created, scheduled twice and published, once each at every endpoint', async () => {
    const ids: string[][] = [];
    for (const arrived of [atOwn, atGenerated]) {
      const events = await until('four events', async () => {
        const about = (await arrived()).filter((event) => event.data.id === contentId);
        return about.length >= 4 && about;
      });
      ids.push(events.map(({ id }) => id).sort());
      expect(events.map(({ type }) => type).sort()).toEqual([
        'content.created',
        'content.published',
        'content.scheduled',
        'content.scheduled',
      ]);
      expect(new Set(events.map(({ id }) => id)).size).toBe(4);
      expect(new Set(events.map(({ workspace_id }) => workspace_id)).size).toBe(1);
      for (const { id, timestamp } of events) {
        expect(id).toMatch(/^evt_/);
        expect(new Date(timestamp).toISOString()).toBe(timestamp);
      }
      const published = events.find(({ type }) => type === 'content.published')!;
      expect(published.data).toMatchObject({ status: 'published', description: TEXT });
    }
    // Events about other items may have arrived at one endpoint only.
    expect(ids[0]).toEqual(ids[1]);
  });

  test('can no longer be edited, scheduled or published again', async () => {
    const path = `/content/${contentId}`;
    expect(read(await api('PUT', path, { description: 'Other' }), 409, Problem()).code).toBe('not_editable');
    const again = { content_id: contentId, platforms: ['twitter'], scheduled_at: soon(60_000) };
    expect(read(await api('POST', '/schedule', again), 409, Problem()).code).toBe('already_published');
    // The same status again is 200 and has no effect.
    read(await api('PUT', path, { status: 'published' }), 200, ContentResponse());
    if (service.simulator) expect(await postsWithText(TEXT)).toHaveLength(2);
  });

  test('is deleted, is 404 afterwards, and stays on the platforms', async () => {
    expect(read(await api('DELETE', `/content/${contentId}`), 200, DeletedResponse()).success).toBe(true);
    for (const method of ['GET', 'DELETE']) {
      read(await api(method, `/content/${contentId}`), 404, Problem());
    }
    if (service.simulator) expect(await postsWithText(TEXT)).toHaveLength(2);
  });
});

test('a draft scheduled for Instagram by POST /schedule is published with its image', async () => {
  const text = `An image ${run}`;
  const draft = read(
    await api('POST', '/content', {
      title: text,
      platforms: ['instagram'],
      media: [{ url: 'https://images.example.com/a.jpg', type: 'image', alt: 'An image' }],
    }),
    201,
    ContentResponse(),
  );
  expect(draft.status).toBe('draft');
  const time = soon(1_000);
  const body = { content_id: draft.id, platforms: ['instagram'], scheduled_at: time };
  const scheduled = read(await api('POST', '/schedule', body), 201, ScheduleCreateResponse());
  expect(scheduled.entries.map(({ id, status }) => [id, status])).toEqual([[scheduled.schedule_id, 'pending']]);
  const done = await until('the image to be published', async () => {
    const content = read(await api('GET', `/content/${draft.id}`), 200, ContentResponse());
    return content.status !== 'scheduled' && content.status !== 'publishing' && content;
  });
  expect(done.status).toBe('published');
  if (service.simulator) {
    const posts = await postsWithText(text);
    expect(posts.map(({ platform }) => platform)).toEqual(['instagram']);
    expect(Date.parse(posts[0]!.at)).toBeGreaterThanOrEqual(Date.parse(time));
  }
});

/** On a busy machine an outcome can take longer than the 20 s that a response waits for it. */
const isAccepted = ({ status }: HttpResponse) => status === 202;

test('PUT status published publishes immediately and returns the outcome', async () => {
  const posts = Array.from({ length: 6 }, (_, index) => `Number ${index} of ${run} #trend${run}`);
  const publish = async (description: string, index: number) => {
    const platforms = index % 2 === 0 ? ['twitter', 'linkedin'] : ['linkedin'];
    const body = { title: 'Now', description, platforms };
    const { id } = read(await api('POST', '/content', body), 201, ContentResponse());
    const answer = await api('PUT', `/content/${id}`, { status: 'published' });
    return until(`the outcome of post ${index}`, async () => {
      const content = read(isAccepted(answer) ? await api('GET', `/content/${id}`) : answer, 200, ContentResponse());
      return content.status !== 'publishing' && content;
    });
  };
  // At most five requests of a workspace wait at the same time, and another test has one that waits.
  const published = await Promise.all(posts.slice(0, 3).map(publish));
  published.push(...(await Promise.all(posts.slice(3).map((post, index) => publish(post, index + 3)))));
  for (const content of published) {
    expect(content.status).toBe('published');
    expect(content.targets.map(({ status }) => status)).toEqual(content.platforms.map(() => 'published'));
  }
  if (service.simulator) {
    for (const [index, text] of posts.entries()) {
      expect(await postsWithText(text)).toHaveLength(index % 2 === 0 ? 2 : 1);
    }
  }
});

test('trends count each item once, however many platforms it was published to', async () => {
  const trend = await until('the hashtag to trend', async () => {
    const trends = read(await api('GET', '/analytics/trends?explain=true&limit=100'), 200, TrendsResponse());
    const found = trends.trending_hashtags.find(({ hashtag }) => hashtag === `#trend${run}`);
    return found && found.usage_count >= 6 && { ...found, topics: trends.trending_topics };
  });
  expect(trend.usage_count).toBe(6);
  // 100 · (6 − 0) / max(0, 5)
  expect(trend.growth_rate).toBe(120);
  expect(trend.engagement_score).toBeGreaterThanOrEqual(0);
  expect(trend.engagement_score).toBeLessThanOrEqual(100);
  expect(trend.explain).toMatchObject({ now: 6, before: 0 });
  expect(trend.topics.filter(({ volume }) => volume < 5)).toEqual([]);
  const linkedin = read(await api('GET', '/analytics/trends?platform=linkedin&limit=100'), 200, TrendsResponse());
  const there = linkedin.trending_hashtags.find(({ hashtag }) => hashtag === `#trend${run}`);
  expect(there?.usage_count).toBe(6);
});

test('performance returns the metrics that the platforms report, and the rate that follows from them', async () => {
  if (local) ageLedger(join(folder, 'simulator.sqlite'));
  const performance = await untilWithin('numbers', 300_000, async () => {
    await local?.invoke('on-metric-polls-due', {});
    const found = read(await api('GET', '/analytics/performance'), 200, PerformanceResponse());
    // Each platform is polled separately, so its metrics arrive at their own time.
    const areAllIn = ['twitter', 'linkedin', 'instagram'].every((name) =>
      found.breakdown.some(({ platform, impressions }) => platform === name && (impressions ?? 0) > 0),
    );
    return areAllIn && (found.numerator ?? 0) > 0 && found;
  });
  expect(performance.period).toBe('7d');
  expect(performance.denominator).toBe(performance.impressions);
  // In percent, to four decimals.
  const { numerator, denominator } = performance;
  expect(performance.engagement_rate).toBe(Math.round((1_000_000 * numerator!) / denominator!) / 10_000);
  expect(performance.reach).toBeGreaterThan(0);
  expect(performance.clicks).toBeGreaterThan(0);
  expect(performance.coverage.length).toBeGreaterThan(0);
  const total = (name: 'impressions' | 'clicks' | 'reach') =>
    performance.breakdown.reduce((sum, part) => sum + (part[name] ?? 0), 0);
  expect([total('impressions'), total('clicks'), total('reach')]).toEqual([
    performance.impressions,
    performance.clicks,
    performance.reach,
  ]);
  // X reports no reach: null there, and not zero.
  expect(performance.breakdown.find(({ platform }) => platform === 'twitter')?.reach).toBeNull();
  for (const platform of ['twitter', 'linkedin']) {
    const path = `/analytics/performance?period=24h&platform=${platform}`;
    const part = read(await api('GET', path), 200, PerformanceResponse());
    expect(part.breakdown.map((each) => each.platform)).toEqual([platform]);
  }
});

/** Advance the simulated platforms by a day: metrics there follow from a post's age, and begin at zero. */
function ageLedger(path: string): void {
  const ledger = new DatabaseSync(path, { timeout: 5_000 });
  ledger.exec('UPDATE posts SET at_ms = at_ms - 86400000');
  ledger.close();
}

test('members are listed and a person is invited, once', async () => {
  const { members } = read(await api('GET', '/team/members'), 200, MembersResponse());
  expect(members.length).toBeGreaterThan(0);
  const invitation = { email: `journey-${run}@example.com`, role: 'content_manager' };
  const invited = read(await api('POST', '/team/invite', invitation), 201, InviteResponse());
  const days = (Date.parse(invited.expires_at) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(6.99);
  expect(days).toBeLessThanOrEqual(7);
  const again = { ...invitation, email: invitation.email.toUpperCase() };
  expect(read(await api('POST', '/team/invite', again), 409, Problem()).code).toBe('already_invited');
});

// Only the local stage shows the token; elsewhere it is in an email.
const showsTokens = isLocal || process.env.JOURNEY_SIMULATOR_URL !== undefined;

test.skipIf(!showsTokens)(
  'an invited person joins with the token, uses the resulting API key, and loses access when removed',
  async () => {
    const invitation = { email: `joining-${run}@example.com`, role: 'editor' };
    const { invitation_id } = read(await api('POST', '/team/invite', invitation), 201, InviteResponse());
    const listed = read(await api('GET', '/team/invitations?status=sent'), 200, InvitationListResponse());
    expect(listed.invitations.map((each) => each.invitation_id)).toContain(invitation_id);
    const again = await api('POST', '/team/invite', { ...invitation, email: `second-${run}@example.com` });
    const { token } = read(again, 201, InviteResponse());
    const stranger = createApiClient(service.baseUrl, 'unknown');
    const accept = () => stranger('POST', '/team/invitations/accept', { token, name: 'Grace Hopper' });
    const joined = read(await accept(), 201, AcceptResponse());
    expect(read(await accept(), 404, Problem()).code).toBe('invitation_not_open');
    const { client_id, client_secret } = joined;
    const pair = { client_id, client_secret, grant_type: 'client_credentials' };
    expect(read(await stranger('POST', '/auth/token', pair), 200, TokenResponse()).scope).toBe(
      joined.permissions.join(' '),
    );
    const member = `/team/members/${joined.user_id}`;
    const changed = read(await api('PUT', member, { role: 'viewer' }), 200, MemberResponse());
    expect(read(await stranger('POST', '/auth/token', pair), 200, TokenResponse()).scope).toBe(
      changed.permissions.join(' '),
    );
    read(await api('DELETE', member), 200, DeletedResponse());
    expect(read(await stranger('POST', '/auth/token', pair), 401, Problem()).code).toBe('invalid_client');
    read(await api('DELETE', `/team/invitations/${invitation_id}`), 200, DeletedResponse());
  },
);

test.skipIf(!isLocal)('the invitation email is in the outbox, and its link contains the invitation', async () => {
  const email = `mailed-${run}@example.com`;
  const { invitation_id } = read(await api('POST', '/team/invite', { email, role: 'viewer' }), 201, InviteResponse());
  const mail = await until('the email', () => readMailbox(folder).find(({ to }) => to === email));
  const link = new URL(/http\S+\?token=\S+/.exec(mail.text)![0]);
  const page = await fetch(link);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
  const token = new URLSearchParams(link.hash.split('?')[1]).get('token');
  const stranger = createApiClient(service.baseUrl, 'unknown');
  const joined = read(
    await stranger('POST', '/team/invitations/accept', { token, name: 'Grace Hopper' }),
    201,
    AcceptResponse(),
  );
  const { invitations } = read(await api('GET', '/team/invitations?status=accepted'), 200, InvitationListResponse());
  expect(invitations.find((each) => each.invitation_id === invitation_id)).toMatchObject({
    user_id: joined.user_id,
    mail: 'sent',
  });
});

test("a test delivery arrives signed, marked as a test, and returns the receiver's response", async () => {
  const path = `/webhooks/${made.webhook_id}/test`;
  const answer = await api('POST', path, { event_type: 'mention.detected' });
  const result = read(answer, 200, WebhookTestResponse());
  expect(result).toMatchObject({ status: 'delivered', response_status: 204 });
  const tests = (await atGenerated()).filter((event) => event.test === true);
  expect(tests.map(({ type }) => type)).toEqual(['mention.detected']);
});

test.skipIf(!hasSimulator)(
  'a platform that never responds: publish-now is 202, nothing is sent again, and a person resolves it',
  async () => {
    const { id, text } = unansweredPost;
    const path = `/content/${id}`;
    // After 20 s, and before the gateway would respond with 503: `content-update.test.ts` proves the time.
    const answer = await unansweredPost.answer;
    expect(read(answer, 202, ContentResponse()).status).toBe('publishing');

    const unknown = await until('the item to be unconfirmed', async () => {
      const content = read(await api('GET', path), 200, ContentResponse());
      return content.status !== 'publishing' && content;
    });
    expect(['unconfirmed', 'published']).toContain(unknown.status);

    // It may be live, so it is never published again: not by the caller, a schedule or the sweep.
    const asked = await api('PUT', path, { status: 'published' });
    expect([200, 409]).toContain(asked.status);
    const again = { content_id: id, platforms: ['twitter'], scheduled_at: soon(1_000) };
    read(await api('POST', '/schedule', again), 409, Problem());
    const { workspace_id } = read(await api('GET', '/auth/verify'), 200, VerifyResponse());
    const dueMessage = { workspace_id, schedule_id: unknown.targets[0]!.schedule_id };
    await local?.invoke('on-publish-due/twitter', dueMessage);
    await local?.invoke('on-sweep-due', {});
    expect(await postsWithText(text)).toHaveLength(1);

    // A person has checked the platform, and resolves it.
    const [post] = await postsWithText(text);
    const url = `https://x.com/i/web/status/${post!.id}`;
    const settled = await api('POST', `${path}/targets/twitter/resolve`, { outcome: 'published', url });
    expect(read(settled, 200, ContentResponse()).targets[0]).toMatchObject({
      status: 'published',
      platform_post_id: post!.id,
      next_check_at: null,
    });
  },
);

test('every event has arrived once at each endpoint at the end, and each verifies', async () => {
  // One item was deleted after it was published.
  const expected = service.simulator ? { created: 9, published: 9 } : { created: 8, published: 8 };
  for (const arrived of [atOwn, atGenerated]) {
    const events = await until('the last event', async () => {
      const ours = (await arrived()).filter(({ data }) => JSON.stringify(data).includes(run));
      return ours.filter(({ type }) => type === 'content.published').length >= expected.published && ours;
    });
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    const count = (type: string) => events.filter((event) => event.type === type).length;
    expect({ created: count('content.created'), published: count('content.published') }).toEqual(expected);
  }
});

test('a delivery can be retrieved, and replayed under the same webhook-id', async () => {
  const { events } = read(await api('GET', '/events?type=content.created&limit=5'), 200, EventListResponse());
  const event = events[0]!;
  expect(read(await api('GET', `/events/${event.id}`), 200, EventResponse())).toEqual(event);
  const deliveries = `/webhooks/${made.webhook_id}/deliveries`;
  const find = async () => {
    const path = `${deliveries}?event_type=content.created&status=delivered&limit=100`;
    const list = read(await api('GET', path), 200, DeliveryListResponse());
    return list.deliveries.find(({ event_id }) => event_id === event.id);
  };
  const delivery = await until('the delivery to be in the log', find);
  const path = `${deliveries}/${delivery.id}`;
  const { attempts } = read(await api('GET', path), 200, DeliveryResponse());
  expect(attempts).toMatchObject([{ number: 1, status: 204, error_class: null, next_attempt_at: null }]);

  const arrivals = async () => (await atGenerated()).filter(({ id }) => id === event.id).length;
  const before = await arrivals();
  expect(read(await api('POST', `${path}/replay`), 202, DeliveryResponse()).status).toBe('pending');
  await until('the event to arrive again', async () => (await arrivals()) === before + 1);
  const again = await until('the second attempt to be recorded', async () => {
    const found = read(await api('GET', path), 200, DeliveryResponse());
    return found.status === 'delivered' && found;
  });
  expect(again.attempts.map(({ number }) => number)).toEqual([1, 2]);
});

test.skipIf(!hasSimulator)(
  'deliveries that failed while a receiver was down are counted, and delivered by a recovery',
  async () => {
    const since = soon(-1_000);
    const receiver = `${inboxes.made}-down`;
    const endpoint = { url: `${receiver}?status=410`, events: ['content.created'] };
    const { webhook_id } = read(await api('POST', '/webhooks', endpoint), 201, WebhookCreateResponse());
    const draft = { title: `Unreceived ${run}`, platforms: ['twitter'] };
    read(await api('POST', '/content', draft), 201, ContentResponse());
    const path = `/webhooks/${webhook_id}`;
    await until('the receiver to be called Gone', async () => {
      return read(await api('GET', path), 200, WebhookResponse()).status === 'disabled';
    });
    const recover = { since };
    expect(read(await api('POST', `${path}/recover`, recover), 409, Problem()).code).toBe('endpoint_not_active');
    read(await api('PUT', path, { url: receiver, status: 'active' }), 200, WebhookResponse());
    const count = await until('the failure to be in the log', async () => {
      const dry = { since, dry_run: true };
      return read(await api('POST', `${path}/recover`, dry), 200, WebhookRecoverResponse()).count;
    });
    expect(count).toBe(1);
    const recovery = read(await api('POST', `${path}/recover`, recover), 202, WebhookRecoverResponse());
    expect(recovery).toMatchObject({ count: 1, dry_run: false });
    const arrived = await until('the event to arrive', async () => {
      const messages = (await listMessages(receiver)).map(({ body }) => JSON.parse(body).data.title);
      return messages.length > 1 && messages;
    });
    // Once before the receiver responded with 410, and once now.
    expect(arrived).toEqual([draft.title, draft.title]);
    read(await api('DELETE', path), 200, DeletedResponse());
  },
);
