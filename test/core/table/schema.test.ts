import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BatchWriteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../../../lib/accounts/rules/account.ts';
import { loadAccountRemoval } from '../../../lib/accounts/store/account-removals.ts';
import { loadReservedAccountId } from '../../../lib/accounts/store/account-reservations.ts';
import {
  accountWrite,
  deleteAccountWrite,
  listAccounts,
  listDueAccounts,
  loadAccount,
} from '../../../lib/accounts/store/accounts.ts';
import { loadConnectFlow } from '../../../lib/accounts/store/connect-flows.ts';
import { loadDefaultAccount } from '../../../lib/accounts/store/default-accounts.ts';
import { loadInboundAccount } from '../../../lib/accounts/store/inbound-accounts.ts';
import { loadApp, loadPlatformApps } from '../../../lib/accounts/store/platform-apps.ts';
import { loadPublishingStates } from '../../../lib/accounts/store/publish-limits.ts';
import type { Engagement, PublishedPost } from '../../../lib/analytics/rules/engagement-ingestion.ts';
import { NO_METRICS } from '../../../lib/analytics/rules/metrics.ts';
import { periodOf } from '../../../lib/analytics/rules/time-buckets.ts';
import { listDueEngagementWindows } from '../../../lib/analytics/store/engagement-windows.ts';
import { insertEngagement } from '../../../lib/analytics/store/engagements.ts';
import { sumBuckets } from '../../../lib/analytics/store/metric-buckets.ts';
import { loadOrphanComments } from '../../../lib/analytics/store/orphan-comments.ts';
import {
  latestPostMetrics,
  listDuePostMetricsKeys,
  loadPostMetrics,
} from '../../../lib/analytics/store/post-metrics.ts';
import { loadPublishedPosts } from '../../../lib/analytics/store/published-posts.ts';
import { loadPostTerms, loadTermHistories, loadTextCounts } from '../../../lib/analytics/store/term-counts.ts';
import type { Heartbeat } from '../../../lib/app/sweep/heartbeat-record.ts';
import { genesisHash } from '../../../lib/audit/rules/audit-log.ts';
import { verifySegment } from '../../../lib/audit/rules/audit-verification.ts';
import { loadAddresses } from '../../../lib/audit/store/audit-claims.ts';
import { loadAuditHead, loadSegment } from '../../../lib/audit/store/audit-log.ts';
import type { ApprovalReminder } from '../../../lib/content/rules/approval-reminder.ts';
import {
  CONTENT_STATUSES,
  type Content,
  type ContentState,
  type ContentStatus,
} from '../../../lib/content/rules/content.ts';
import { loadReminder, loadReminderCheck } from '../../../lib/content/store/approval-reminders.ts';
import { contentWrites, deleteContentWrites, listContent, loadContent } from '../../../lib/content/store/contents.ts';
import { loadOpenSendsOfOthers, sendKey } from '../../../lib/content/store/open-sends.ts';
import { loadClaimedPostIds } from '../../../lib/content/store/post-claims.ts';
import { listReviewComments } from '../../../lib/content/store/review-comments.ts';
import { listReviewLinks } from '../../../lib/content/store/review-links.ts';
import { loadSandboxPost } from '../../../lib/content/store/sandbox-posts.ts';
import { listDueEntries, listEntries, loadEntries, loadEntry } from '../../../lib/content/store/schedule-entries.ts';
import { loadSchedulePlan } from '../../../lib/content/store/schedule-plan.ts';
import { sha256 } from '../../../lib/core/crypto/sha256.ts';
import { leaseEmail } from '../../../lib/core/email/sent-emails.ts';
import { reserveQuota } from '../../../lib/core/rate-limit/store.ts';
import { ConflictError } from '../../../lib/core/retry/conflict.ts';
import { loadTombstoneActors } from '../../../lib/core/table/audit-stamps-and-tombstones.ts';
import { table, tableName } from '../../../lib/core/table/client.ts';
import { commit } from '../../../lib/core/table/commit.ts';
import { ENTITIES, type Entity } from '../../../lib/core/table/entities.ts';
import { query } from '../../../lib/core/table/read.ts';
import {
  fromItem,
  type Item,
  MAX_READ_SCHEMA_VERSION,
  UnsupportedSchemaError,
  WRITE_SCHEMA_VERSION,
} from '../../../lib/core/table/schema.ts';
import type { AccessToken } from '../../../lib/identity/rules/api-key.ts';
import { type Invitation, resendInvitation } from '../../../lib/identity/rules/invitation.ts';
import type { Passkey } from '../../../lib/identity/rules/passkey.ts';
import { formatSessionToken, type Session } from '../../../lib/identity/rules/session.ts';
import { loadAccessToken } from '../../../lib/identity/store/access-tokens.ts';
import { listApiKeys } from '../../../lib/identity/store/api-keys.ts';
import { countFailedTokenRequest } from '../../../lib/identity/store/failed-token-requests.ts';
import { loadIdempotencyRecord } from '../../../lib/identity/store/idempotency-records.ts';
import { takeInFlightLease } from '../../../lib/identity/store/in-flight-requests.ts';
import { invitationEmailCountWrites } from '../../../lib/identity/store/invitation-email-counts.ts';
import {
  invitationWrite,
  invitationWrites,
  listInvitations,
  loadByToken,
  loadInvitation,
  resendWrites,
} from '../../../lib/identity/store/invitations.ts';
import { deleteMemberWrites, listMembers, loadMember, memberWrite } from '../../../lib/identity/store/members.ts';
import { loadPasskeyChallenge, loadPasskeys } from '../../../lib/identity/store/passkeys.ts';
import { loadSessionByToken } from '../../../lib/identity/store/sessions.ts';
import { loadSignInLink, loadSignInRequest } from '../../../lib/identity/store/sign-in.ts';
import { loadWorkspaceSettings } from '../../../lib/identity/store/workspace-settings.ts';
import { loadWorkspace } from '../../../lib/identity/store/workspaces.ts';
import { loadMediaAsset } from '../../../lib/media/store/media-assets.ts';
import { PLATFORMS, type Platform } from '../../../lib/platforms/facts/platform.ts';
import { listDueDeliveries, loadDelivery } from '../../../lib/webhooks/store/deliveries.ts';
import { loadEvent } from '../../../lib/webhooks/store/events.ts';
import { loadRecovery } from '../../../lib/webhooks/store/recoveries.ts';
import { loadEndpoints, newEndpointWrites } from '../../../lib/webhooks/store/webhook-endpoints.ts';
import { openEmbeddedTable } from './embedded-table.ts';

// One item of every entity as schema 1 writes it. The next schema gets its own file beside it.
const ITEMS = readFileSync(join(import.meta.dirname, 'schema-1.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Item);

const CONTENT = 'cnt_01KXFHWR000000000000000000';
const AT = '2026-11-20T09:30:00.000Z';
const NOW_MS = Date.UTC(2026, 10, 21, 12);
const MINUTE = String(NOW_MS / 60_000);
const PAGE = { limit: 20, skip: 0, after: null };

const of = (entity: Entity) => ITEMS.filter((item) => item.entity === entity);
const one = <T extends object = Item>(entity: Entity) => fromItem<T>(of(entity)[0]!);
const workspaceId = String(of('Workspace')[0]!.id);

let stop: () => Promise<void>;
const put = (item: Item) => table.send(new PutCommand({ TableName: tableName(), Item: item }));

beforeAll(async () => {
  ({ stop } = await openEmbeddedTable());
  for (let start = 0; start < ITEMS.length; start += 25) {
    const requests = ITEMS.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await table.send(new BatchWriteCommand({ RequestItems: { [tableName()]: requests } }));
  }
});

afterAll(() => stop());

describe('items of schema 1', () => {
  it('have a form that readers accept', () => {
    expect(WRITE_SCHEMA_VERSION).toBeLessThanOrEqual(MAX_READ_SCHEMA_VERSION);
  });

  it('exist for every entity, each with its name and its schema', () => {
    expect([...new Set(ITEMS.map((item) => item.entity))].sort()).toEqual(Object.keys(ENTITIES).sort());
    expect(ITEMS.every((item) => item.schema === 1)).toBe(true);
  });

  const accessToken = () => {
    const token = one<AccessToken>('AccessToken');
    return loadAccessToken(token.hash, token);
  };
  const content = () => one<{ id: string }>('Content');
  const entry = () => one<{ id: string }>('ScheduleEntry');
  const delivery = () => one<{ id: string; endpoint_id: string }>('Delivery');

  // Every entity, by the product's reader for it, and the expected result.
  const READERS: Record<Entity, () => Promise<[found: unknown, expected: unknown]>> = {
    Workspace: async () => [await loadWorkspace(workspaceId), one('Workspace')],
    WorkspaceSettings: async () => [await loadWorkspaceSettings(workspaceId), one('WorkspaceSettings')],
    Member: async () => [(await listMembers(workspaceId, PAGE)).records, of('Member').map(fromItem)],
    EmailReservation: async () => [await invited('owner@example.com'), 'already_member'],
    Invitation: async () => [await invited('guest@example.com'), 'already_invited'],
    InvitationToken: async () => [(await loadByToken('twelve'))?.token, one('InvitationToken')],
    ApiKey: async () => [(await accessToken())?.loaded.key, one('ApiKey')],
    ApiKeyUsage: async () => [(await listApiKeys(workspaceId, PAGE)).records, [{ key: one('ApiKey'), lastUsedAt: AT }]],
    FailedTokenRequest: async () => [
      await countFailedTokenRequest({ source: '198.51.100.7', minute: MINUTE, counter: 'count_b6' }, NOW_MS),
      2,
    ],
    EmailCount: async () => [await invitedTwice(), ['sent', 'invitation_limit']],
    AccessToken: async () => [(await accessToken())?.loaded.token, one('AccessToken')],
    Session: async () => {
      const session = one<Session>('Session');
      return [await loadSessionByToken(session, formatSessionToken(session, 's'.repeat(43))), session];
    },
    SignInLink: async () => [await loadSignInLink('thirteen', NOW_MS), one('SignInLink')],
    MediaAsset: async () => [await loadMediaAsset(workspaceId, String(one('MediaAsset').id)), one('MediaAsset')],
    Passkey: async () => [await loadPasskeys(one<Passkey>('Passkey')), [one('Passkey')]],
    PasskeyChallenge: async () => [await loadPasskeyChallenge('fourteen', NOW_MS), one('PasskeyChallenge')],
    SignInRequest: async () => [await loadSignInRequest(String(one('SignInRequest').id)), one('SignInRequest')],
    ApprovalReminder: async () => {
      const reminder = one<ApprovalReminder>('ApprovalReminder');
      return [await loadReminder(reminder), reminder];
    },
    ReminderCheck: async () => [await loadReminderCheck(), Date.parse(AT)],
    SentEmail: async () => [
      await leaseEmail({ workspace_id: workspaceId, id: 'a'.repeat(64), user_id: 'usr_1' }, NOW_MS + 1, NOW_MS),
      'done',
    ],
    SchedulePlan: async () => [await loadSchedulePlan(), (one('SchedulePlan') as unknown as { shards: object }).shards],
    RateWindow: async () => [
      await reserveQuota(
        { subject_id: workspaceId, window: Number(MINUTE), seconds: 60 },
        { batch: 1, limit: 1000, isFirst: true },
      ),
      { granted: 1, reserved: 11, instances: 2 },
    ],
    Idempotency: async () => [
      await loadIdempotencyRecord(workspaceId, 'content.create', 'a'.repeat(64), NOW_MS),
      one('Idempotency'),
    ],
    InFlightRequest: async () => [await takeInFlightLease(workspaceId, 'content.update', NOW_MS), null],
    Content: async () => [await loadContent(workspaceId, content().id), one('Content')],
    ContentTarget: async () => [
      (await listContent(workspaceId, { platform: 'linkedin' }, PAGE)).records,
      [one('Content')],
    ],
    ReviewComment: async () => [
      (await listReviewComments(workspaceId, content().id, PAGE)).records,
      [one('ReviewComment')],
    ],
    ReviewLink: async () => [(await listReviewLinks(workspaceId, content().id, PAGE)).records, [one('ReviewLink')]],
    ScheduleEntry: async () => [await loadEntry(workspaceId, entry().id), one('ScheduleEntry')],
    Counter: async () => [await registered('https://example.com/another', 1), 'endpoint_limit'],
    Endpoint: async () => [await loadEndpoints(workspaceId), [one('Endpoint')]],
    EndpointUrlReservation: async () => [await registered(String(one('Endpoint').url)), 'duplicate_url'],
    Event: async () => [
      await loadEvent(workspaceId, String(one('Event').id)),
      { ...one<Item>('Event'), data: JSON.parse(String(one('Event').data)) },
    ],
    Delivery: async () => [await loadDelivery(workspaceId, delivery().endpoint_id, delivery().id), one('Delivery')],
    Recovery: async () => [await loadRecovery(workspaceId, String(one('Recovery').id)), one('Recovery')],
    Account: async () => [(await listAccounts(workspaceId, PAGE)).records, of('Account').map(fromItem)],
    ConnectFlow: async () => [await loadConnectFlow(workspaceId, String(one('ConnectFlow').id)), one('ConnectFlow')],
    PlatformApp: async () => [await loadPlatformApps(), [one('PlatformApp')]],
    WorkspaceApp: async () => [await loadApp(workspaceId, 'twitter'), one('WorkspaceApp')],
    AccountReservation: async () => [await loadReservedAccountId(one<Account>('Account')), one<Account>('Account').id],
    DefaultAccount: async () => [await loadDefaultAccount(workspaceId, 'twitter'), one('DefaultAccount')],
    AccountRemoval: async () => [
      await loadAccountRemoval(workspaceId, String(one('AccountRemoval').account_id)),
      one('AccountRemoval'),
    ],
    PublishLimit: async () => {
      const account = one<Account>('Account');
      const states = await loadPublishingStates(workspaceId, { platforms: ['twitter', 'linkedin'], accountIds: [] });
      const expected = new Map([[account.id, { account, limit: one('PublishLimit') }]]);
      return [states, { settings: one('WorkspaceSettings'), defaults: { twitter: account.id }, accounts: expected }];
    },
    InboundAccount: async () => [
      await loadInboundAccount('acc_01KXFHWR000000000000000000', 'instagram'),
      one('InboundAccount'),
    ],
    PostMetrics: async () => [await latestPostMetrics(workspaceId, 10), [one('PostMetrics')]],
    // Read from the stream only, as any record there.
    PostClaim: async () => [
      await loadClaimedPostIds('twitter', [String(one('PostClaim').platform_post_id), '1']),
      new Set([one('PostClaim').platform_post_id]),
    ],
    OpenSends: async () => [
      await loadOpenSendsOfOthers(sendKey('twitter', '2244994945', 'A text'), 'cnt_of_another_item'),
      one('OpenSends').sends,
    ],
    SandboxPost: async () => [await loadSandboxPost(String(one('SandboxPost').id), NOW_MS), one('SandboxPost')],
    PublishedPost: async () => [
      await loadPublishedPosts(workspaceId, [one<PublishedPost>('PublishedPost')]),
      [one('PublishedPost')],
    ],
    OrphanComment: async () => [await loadOrphanComments(one<PublishedPost>('PublishedPost')), [one('OrphanComment')]],
    Engagement: async () => [
      await insertEngagement({ ...one<Engagement>('Engagement'), count: 99 }, 90),
      one('Engagement'),
    ],
    EngagementWindow: async () => [
      (await listDueEngagementWindows(new Date(NOW_MS).toISOString(), 10)).records,
      [one('EngagementWindow')],
    ],
    Bucket: async () => [
      (await sumBuckets(workspaceId, { contentId: null, accountId: null, isSandbox: false }, dayOfNow())).twitter
        ?.metrics.impressions,
      120,
    ],
    ContentBucket: async () => [
      (await sumBuckets(workspaceId, { contentId: CONTENT, accountId: null, isSandbox: false }, hourOfAt())).twitter,
      { metrics: { ...NO_METRICS, impressions: 120 }, published: 1, posts: 1, asOf: AT },
    ],
    TermBucket: async () => [
      await loadTermHistories(workspaceId, 'twitter', new Date(AT)),
      [{ term: '#wool', counts: [{ hour: Date.parse(AT) / 3_600_000 - 0.5, posts: 3 }] }],
    ],
    DailyTextCount: async () => [
      await loadTextCounts(workspaceId, 'twitter', new Date(AT)),
      [{ hour: Date.parse(AT) / 3_600_000 - 0.5, posts: 3 }],
    ],
    PostTerms: async () => [await loadPostTerms(workspaceId, 'twitter', [CONTENT]), [one('PostTerms')]],
    Tombstone: async () => [
      await loadTombstoneActors([{ workspace_id: workspaceId, removed_id: CONTENT }]),
      [one<{ by: object }>('Tombstone').by],
    ],
    AuditEntry: async () => {
      const found = await loadSegment(workspaceId, 1, 2, NOW_MS);
      const head = await loadAuditHead(workspaceId);
      const previousHash = genesisHash(workspaceId, sha256);
      const stretch = { from: 1, to: 1, previousHash, found, head, hasGrown: false };
      // Its hash was computed by another program.
      const hash = Buffer.from(String(one('AuditEntry').hash), 'base64url').toString('hex');
      return [verifySegment(stretch, sha256), { checked: 1, hash, broken: null }];
    },
    Heartbeat: async () => [one<Heartbeat>('Heartbeat').sent_at, '2027-03-01T09:00:00.000Z'],
    AuditHead: async () => [await loadAuditHead(workspaceId), one('AuditHead')],
    AuditClaim: async () => {
      const { change, source_ip } = one<{ change: string; source_ip: string }>('AuditClaim');
      const found = await loadAddresses(workspaceId, [{ change, isInClaim: true }], NOW_MS);
      return [found.get(change)?.source_ip, source_ip];
    },
  };

  it.each(Object.keys(ENTITIES) as Entity[])('%s is read by the product', async (entity) => {
    const [found, expected] = await READERS[entity]();
    expect(found).toEqual(expected);
  });

  it.each([{ status: 'scheduled' }, { platform: 'twitter' }, { status: 'scheduled', platform: 'linkedin' }] as const)(
    'are found in the list of %j',
    async (filter) => {
      const { records } = await listContent(workspaceId, filter, PAGE);
      expect(records.map(({ id }) => id)).toEqual([content().id]);
    },
  );

  it('are found when they are due', async () => {
    const before = new Date(NOW_MS + 2 * 86_400_000).toISOString();
    expect((await listDueEntries(before, 10)).map(({ id }) => id)).toEqual([entry().id]);
    expect((await listDueDeliveries(before, 10)).map(({ id }) => id)).toEqual([delivery().id]);
    expect((await loadPostMetrics(await listDuePostMetricsKeys(before, 10))).records).toEqual([one('PostMetrics')]);
  });
});

describe('a versioned item', () => {
  const id = `usr_${'8'.repeat(26)}`;

  it('is changed only by a writer that read its current version', async () => {
    await put({ ...of('Member')[0]!, id, sk: id });
    const before = (await loadMember(workspaceId, id))!;
    await commit([memberWrite(before, { ...before, name: 'First' })]);
    await expect(commit([memberWrite(before, { ...before, name: 'Late' })])).rejects.toThrow(ConflictError);
    expect(await loadMember(workspaceId, id)).toEqual({ ...before, name: 'First', version: 1 });
  });

  it('is not restored by a writer that read it before its deletion', async () => {
    await put({ ...of('Member')[0]!, id, sk: id });
    const before = (await loadMember(workspaceId, id))!;
    await commit(deleteMemberWrites(before));
    await expect(commit([memberWrite(before, { ...before, name: 'Late' })])).rejects.toThrow(ConflictError);
    expect(await loadMember(workspaceId, id)).toBeNull();
  });

  it('an account is found by its id, by its due refresh, and replaced only once', async () => {
    const before = (await loadAccount(workspaceId, one<Account>('Account').id))!;
    expect(before).toEqual(one('Account'));
    expect(await listDueAccounts('9999', 10)).toEqual({ records: [before], skipped: 0 });
    await commit([accountWrite(before, { ...before, external_id: '2' })]);
    const late = commit([accountWrite(before, { ...before, external_id: '3' })]);
    await expect(late).rejects.toThrow(ConflictError);
    await expect(commit([deleteAccountWrite(before)])).rejects.toThrow(ConflictError);
  });

  it('an invitation is resent only once, and listed by its status', async () => {
    const { id, expires_at } = one<Invitation>('Invitation');
    const before = (await loadInvitation(workspaceId, id))!;
    const nowMs = Date.parse(expires_at) - 1000;
    const sent = async () => (await listInvitations(workspaceId, 'sent', PAGE, nowMs)).records;
    expect(await sent()).toEqual([before]);
    await commit(resendWrites(before, resendInvitation(before, 'usr_1', 'pending', nowMs), nowMs));
    const after = (await loadInvitation(workspaceId, id))!;
    expect([after.send_count, after.mail, after.version]).toEqual([2, 'pending', 1]);
    expect(await sent()).toEqual([after]);
    const late = commit([invitationWrite(before, { ...before, status: 'revoked' })]);
    await expect(late).rejects.toThrow(ConflictError);
  });
});

describe('a content item on several platforms', () => {
  const found = async (filter: Parameters<typeof listContent>[1]) => {
    const { records, total } = await listContent(tenant, filter, PAGE);
    return [records.map(({ id }) => id), total.count];
  };
  const tenant = `ws_${'6'.repeat(26)}`;
  const id = `cnt_${'6'.repeat(26)}`;
  const state = (platforms: Platform[], status: ContentStatus, version: number): ContentState => ({
    content: { ...one<Content>('Content'), workspace_id: tenant, id, platforms, status, version },
    entries: [],
  });
  // Each state of the item follows from the previous one.
  const STATES = [
    state(['twitter', 'linkedin', 'instagram'], 'draft', 0),
    state(['twitter', 'linkedin', 'instagram'], 'scheduled', 1),
    state(['linkedin', 'twitter'], 'scheduled', 2),
    state(['instagram'], 'published', 3),
  ];

  it('is listed and counted under its status and each of its platforms, and nowhere else', async () => {
    for (const [index, next] of STATES.entries()) {
      await commit(contentWrites(STATES[index - 1] ?? null, next));
      const { platforms, status } = next.content;
      expect(await found({})).toEqual([[id], 1]);
      for (const each of CONTENT_STATUSES) {
        expect(await found({ status: each }), each).toEqual(each === status ? [[id], 1] : [[], 0]);
      }
      for (const platform of PLATFORMS) {
        const expected = platforms.includes(platform) ? [[id], 1] : [[], 0];
        expect(await found({ platform }), platform).toEqual(expected);
        expect(await found({ platform, status }), platform).toEqual(expected);
        expect(await found({ platform, status: 'failed' }), platform).toEqual([[], 0]);
      }
    }
  });

  it('leaves no index item when it is deleted', async () => {
    const last = STATES.at(-1)!;
    await commit(deleteContentWrites(last, last));
    expect(await found({})).toEqual([[], 0]);
    const left = await query({ pk: `WS#${tenant}#CONTENTPLATFORM` });
    expect(left).toEqual([]);
  });
});

describe('an item of a newer schema', () => {
  const newer = (entity: Entity, changes: Item): Item => ({
    ...of(entity)[0]!,
    schema: MAX_READ_SCHEMA_VERSION + 1,
    ...changes,
  });
  const contentId = `cnt_${'7'.repeat(26)}`;
  const entryId = `scd_${'7'.repeat(26)}`;

  beforeAll(async () => {
    await put(newer('Content', { id: contentId, sk: contentId, list_sk: contentId }));
    const { scheduled_at } = of('ScheduleEntry')[0]!;
    const position = `${scheduled_at}#${entryId}`;
    await put(newer('ScheduleEntry', { id: entryId, sk: entryId, list_sk: position }));
    await put(newer('PostMetrics', { id: entryId, sk: entryId }));
  });

  it('read individually is an error that names the schema', async () => {
    await expect(loadContent(workspaceId, contentId)).rejects.toThrow(UnsupportedSchemaError);
    await expect(loadContent(workspaceId, contentId)).rejects.toThrow(
      `schema ${MAX_READ_SCHEMA_VERSION + 1}; this version reads up to ${MAX_READ_SCHEMA_VERSION}`,
    );
  });

  it('is omitted from lists, which state how many are omitted', async () => {
    const items = await listContent(workspaceId, {}, PAGE);
    expect(items.records.map(({ id }) => id)).toEqual([one('Content').id]);
    expect(items.skipped).toBe(1);
    const entries = await listEntries(workspaceId, { status: 'pending' }, PAGE);
    expect(entries.records.map(({ id }) => id)).toEqual([one('ScheduleEntry').id]);
    expect(entries.skipped).toBe(1);
    // The unfinished entries of an item are named by its targets; only the others are searched.
    const ofContent = { content_id: String(one('Content').id), status: 'cancelled' } as const;
    expect(await listEntries(workspaceId, ofContent, PAGE)).toMatchObject({ skipped: 1 });
  });

  it('does not prevent workers of many items from processing the others', async () => {
    const before = new Date(NOW_MS + 2 * 86_400_000).toISOString();
    const entries = await loadEntries(await listDueEntries(before, 10));
    expect(entries.records.map(({ id }) => id)).toEqual([one('ScheduleEntry').id]);
    expect(entries.skipped).toBe(1);
    const measurements = await loadPostMetrics(await listDuePostMetricsKeys(before, 10));
    expect(measurements.records.map(({ id }) => id)).toEqual([one('PostMetrics').id]);
    expect(measurements.skipped).toBe(1);
  });
});

function dayOfNow() {
  return between('2026-11-21T00:00:00Z', '2026-11-22T00:00:00Z');
}

function hourOfAt() {
  return between('2026-11-20T09:00:00Z', '2026-11-20T10:00:00Z');
}

function between(from: string, to: string) {
  const period = periodOf({ from, to }, new Date(NOW_MS + 86_400_000));
  if ('problem' in period) throw new Error(period.problem.detail);
  return period;
}

/** The code with which an address or a URL that is taken is rejected. */
async function invited(email: string): Promise<string> {
  const invitation = { ...one<Item>('Invitation'), id: `inv_${'8'.repeat(26)}`, email };
  return rejection(commit(invitationWrites(invitation as never, NOW_MS)));
}

/** The outcomes of counting two emails of the workspace, of which 499 were sent on that day. */
async function invitedTwice(): Promise<string[]> {
  const outcomes: string[] = [];
  for (const email of ['one@example.com', 'two@example.com']) {
    const invitation = { ...one<Item>('Invitation'), email, mail: 'pending' };
    const outcome = await rejection(commit(invitationEmailCountWrites(invitation as never, NOW_MS)));
    outcomes.push(outcome === 'accepted' ? 'sent' : outcome);
  }
  return outcomes;
}

async function registered(url: string, max = 20): Promise<string> {
  const endpoint = { ...one<Item>('Endpoint'), id: `wh_${'8'.repeat(26)}`, url };
  return rejection(commit(newEndpointWrites(endpoint as never, max)));
}

async function rejection(commit: Promise<void>): Promise<string> {
  return commit.then(
    () => 'accepted',
    (error: { code?: string }) => String(error.code),
  );
}
