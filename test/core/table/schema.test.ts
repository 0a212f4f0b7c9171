import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../../../lib/accounts/rules/account.ts';
import type { MetricsSpending } from '../../../lib/accounts/rules/metrics-budget.ts';
import { loadAccountRemoval } from '../../../lib/accounts/store/account-removals.ts';
import { loadReservedAccountId } from '../../../lib/accounts/store/account-reservations.ts';
import { listAccounts } from '../../../lib/accounts/store/accounts.ts';
import { loadConnectFlow } from '../../../lib/accounts/store/connect-flows.ts';
import { loadDefaultAccount } from '../../../lib/accounts/store/default-accounts.ts';
import { loadInboundAccount } from '../../../lib/accounts/store/inbound-accounts.ts';
import { loadMetricsSpending } from '../../../lib/accounts/store/metrics-spending.ts';
import { loadApp, loadPlatformApps } from '../../../lib/accounts/store/platform-apps.ts';
import { loadPublishingStates } from '../../../lib/accounts/store/publish-limits.ts';
import type { Engagement, PublishedPost } from '../../../lib/analytics/rules/engagement-ingestion.ts';
import type { InboundBatch } from '../../../lib/analytics/rules/inbound-batch.ts';
import { NO_METRICS } from '../../../lib/analytics/rules/metrics.ts';
import { listDueEngagementWindows } from '../../../lib/analytics/store/engagement-windows.ts';
import { insertEngagement } from '../../../lib/analytics/store/engagements.ts';
import { loadBatch } from '../../../lib/analytics/store/inbound-batches.ts';
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
import { ENTITIES, type EntityName } from '../../../lib/app/table/entity-table.ts';
import { genesisHash } from '../../../lib/audit/rules/audit-log.ts';
import { verifySegment } from '../../../lib/audit/rules/audit-verification.ts';
import { loadAddresses } from '../../../lib/audit/store/audit-claims.ts';
import { loadAuditHead, loadSegment } from '../../../lib/audit/store/audit-log.ts';
import type { ApprovalReminder } from '../../../lib/content/rules/approval-reminder.ts';
import { loadReminder, loadReminderCheck } from '../../../lib/content/store/approval-reminders.ts';
import { loadContentVersions } from '../../../lib/content/store/content-versions.ts';
import { listContent, loadContent } from '../../../lib/content/store/contents.ts';
import { loadOpenSendsOfOthers, sendKey } from '../../../lib/content/store/open-sends.ts';
import { loadClaimedPostIds } from '../../../lib/content/store/post-claims.ts';
import { listReviewComments } from '../../../lib/content/store/review-comments.ts';
import { listReviewLinks } from '../../../lib/content/store/review-links.ts';
import { loadSandboxPost } from '../../../lib/content/store/sandbox-posts.ts';
import { listDueEntries, loadEntry } from '../../../lib/content/store/schedule-entries.ts';
import { loadSchedulePlan } from '../../../lib/content/store/schedule-plan.ts';
import { sha256 } from '../../../lib/core/crypto/sha256.ts';
import { leaseEmail } from '../../../lib/core/email/sent-emails.ts';
import { takeLease } from '../../../lib/core/rate-limit/in-flight-leases.ts';
import { reserveQuota } from '../../../lib/core/rate-limit/store.ts';
import { loadTombstoneActors } from '../../../lib/core/table/audit-stamps-and-tombstones.ts';
import { commit } from '../../../lib/core/table/commit.ts';
import { fromItem, type Item } from '../../../lib/core/table/schema.ts';
import { MAX_READ_SCHEMA_VERSION, WRITE_SCHEMA_VERSION } from '../../../lib/core/table/schema-version.ts';
import { type ContentClaim, loadContentClaims } from '../../../lib/duplicates/store/content-claims.ts';
import { loadExport } from '../../../lib/exports/store/exports.ts';
import { loadWorkspaceFeeds } from '../../../lib/feeds/store/calendar-feeds.ts';
import { loadHaltRelease } from '../../../lib/halts/store/halt-releases.ts';
import { loadHalt } from '../../../lib/halts/store/halts.ts';
import { loadReleaseTimes } from '../../../lib/halts/store/release-times.ts';
import type { AccessToken } from '../../../lib/identity/rules/api-key.ts';
import type { Passkey, PasskeyOwner } from '../../../lib/identity/rules/passkey.ts';
import { formatSessionToken, type Session } from '../../../lib/identity/rules/session.ts';
import { formatSignInToken, type SignInLink } from '../../../lib/identity/rules/sign-in.ts';
import { loadAccessToken } from '../../../lib/identity/store/access-tokens.ts';
import { type AgentUsage, loadAgentUsage } from '../../../lib/identity/store/agent-usage.ts';
import { listApiKeys } from '../../../lib/identity/store/api-keys.ts';
import { loadAuthorizationCode } from '../../../lib/identity/store/authorization-codes.ts';
import { loadDeviceLogin } from '../../../lib/identity/store/device-logins.ts';
import { countFailedTokenRequest } from '../../../lib/identity/store/failed-token-requests.ts';
import { loadIdempotencyRecord } from '../../../lib/identity/store/idempotency-records.ts';
import { takeInFlightLease } from '../../../lib/identity/store/in-flight-requests.ts';
import { loadByToken } from '../../../lib/identity/store/invitations.ts';
import { listMembers } from '../../../lib/identity/store/members.ts';
import { loadPasskeyChallenge, loadPasskeys, newPasskeyWrites } from '../../../lib/identity/store/passkeys.ts';
import { loadSessionByToken } from '../../../lib/identity/store/sessions.ts';
import { loadSignInLink, loadSignInRequest } from '../../../lib/identity/store/sign-in.ts';
import { loadWorkspaceSettings } from '../../../lib/identity/store/workspace-settings.ts';
import { loadWorkspace } from '../../../lib/identity/store/workspaces.ts';
import { listImportRows, loadImportKeys } from '../../../lib/imports/store/import-rows.ts';
import { loadImport } from '../../../lib/imports/store/imports.ts';
import type { Label } from '../../../lib/labels/rules/label.ts';
import { loadAllLabels, loadLabelIds } from '../../../lib/labels/store/labels.ts';
import { loadLinkRules } from '../../../lib/link-rules/store/link-rules.ts';
import type { MediaDeletion } from '../../../lib/media/rules/media-deletion.ts';
import { loadMediaAsset } from '../../../lib/media/store/media-assets.ts';
import type { NotificationDigest } from '../../../lib/notifications/rules/digest.ts';
import type { NotificationSettings } from '../../../lib/notifications/rules/notification-settings.ts';
import { loadDigest, loadUnsent } from '../../../lib/notifications/store/digests.ts';
import { loadNotificationSettings } from '../../../lib/notifications/store/notification-settings.ts';
import { loadDigestTask } from '../../../lib/notifications/store/notification-tasks.ts';
import { listNotifications } from '../../../lib/notifications/store/notifications.ts';
import { hostLeaseEntity } from '../../../lib/publishing/entities/hosts.ts';
import { loadSlowAttempts } from '../../../lib/publishing/steps/slow-hosts.ts';
import { findQueue } from '../../../lib/queues/store/find-queue.ts';
import { loadQueue } from '../../../lib/queues/store/queues.ts';
import type { Recurrence } from '../../../lib/recurrences/rules/recurrence.ts';
import { listMadeOccurrences } from '../../../lib/recurrences/store/made-occurrences.ts';
import { loadRecurrence } from '../../../lib/recurrences/store/recurrences.ts';
import { loadSearchDocument } from '../../../lib/search/store/search-documents.ts';
import { loadLabelledIds, parseTermKey, readTerms } from '../../../lib/search/store/search-index.ts';
import { stage } from '../../../lib/stack/stages.ts';
import { loadTemplatesNamed } from '../../../lib/templates/store/named-templates.ts';
import { loadTemplate } from '../../../lib/templates/store/templates.ts';
import { listDueDeliveries, loadDelivery } from '../../../lib/webhooks/store/deliveries.ts';
import { loadEvent } from '../../../lib/webhooks/store/events.ts';
import { loadRecovery } from '../../../lib/webhooks/store/recoveries.ts';
import { loadEndpoints } from '../../../lib/webhooks/store/webhook-endpoints.ts';
import { dayOfNow, hourOfAt, invited, invitedTwice, registered, rejection } from './rejected-writes.ts';
import { ITEMS, NOW_MS, of, one, openStoredItems, PAGE, workspaceId } from './stored-items.ts';

const CONTENT = 'cnt_01KXFHWR000000000000000000';
const AT = '2026-11-20T09:30:00.000Z';
const MINUTE = String(NOW_MS / 60_000);

let stop: () => Promise<void>;

beforeAll(async () => {
  process.env.SETTINGS = JSON.stringify(stage('local'));
  stop = await openStoredItems();
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
  const READERS: Record<EntityName, () => Promise<[found: unknown, expected: unknown]>> = {
    Workspace: async () => [await loadWorkspace(workspaceId), one('Workspace')],
    WorkspaceSettings: async () => [await loadWorkspaceSettings(workspaceId), one('WorkspaceSettings')],
    Member: async () => [(await listMembers(workspaceId, PAGE)).records, of('Member').map(fromItem)],
    EmailReservation: async () => [await invited('owner@example.com'), 'already_member'],
    Invitation: async () => [await invited('guest@example.com'), 'already_invited'],
    InvitationToken: async () => [(await loadByToken('twelve'))?.token, one('InvitationToken')],
    ApiKey: async () => [(await accessToken())?.loaded.key, one('ApiKey')],
    ApiKeyUsage: async () => [(await listApiKeys(workspaceId, PAGE)).records, [{ key: one('ApiKey'), lastUsedAt: AT }]],
    Label: async () => [await loadAllLabels(workspaceId), [one('Label')]],
    LabelName: async () => [
      await loadLabelIds(workspaceId, [{ kind: 'label', name: 'PRODUCT NEWS' }]),
      [one<Label>('Label').id],
    ],
    ContentLabel: async () => [await loadLabelledIds(workspaceId, one<Label>('Label').id, 10), [content().id]],
    SearchDocument: async () => [await loadSearchDocument(workspaceId, content().id), one('SearchDocument')],
    SearchTerm: async () => {
      const { items } = await readTerms(workspaceId, 'aut', { limit: 10, after: null });
      return [items.map(({ sk }) => parseTermKey(String(sk))), [{ term: 'autumn', contentId: content().id }]];
    },
    ContentClaim: async () => {
      const claim = one<ContentClaim>('ContentClaim');
      return [await loadContentClaims(claim.workspace_id, [claim.hash]), [claim]];
    },
    LinkRules: async () => [await loadLinkRules(workspaceId), one('LinkRules')],
    AgentUsage: async () => {
      const [used] = await loadAgentUsage([one<AgentUsage>('AgentUsage')], NOW_MS);
      return [used, { requests: 0, drafts: 3, submissions: 0, media_bytes: 0, platform_micro_usd: 0 }];
    },
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
    SignInLink: async () => {
      const link = one<SignInLink>('SignInLink');
      const found = await loadSignInLink(formatSignInToken(link, 's'.repeat(43)), NOW_MS);
      return [found, { link, links: [link] }];
    },
    MediaAsset: async () => [await loadMediaAsset(workspaceId, String(one('MediaAsset').id)), one('MediaAsset')],
    Template: async () => [await loadTemplate(workspaceId, String(one('Template').id)), one('Template')],
    TemplateName: async () => [(await loadTemplatesNamed(workspaceId, ['LAUNCH']))[0], one('Template')],
    Passkey: async () => [await loadPasskeys(one<Passkey>('Passkey')), [one('Passkey')]],
    PasskeyCredential: async () => {
      const { hash: _, ...owner } = one<PasskeyOwner & { hash: string }>('PasskeyCredential');
      const passkey = { ...one<Passkey>('Passkey'), id: `psk_${'8'.repeat(26)}`, credential_id: 'c2FtcGxl' };
      const taken = commit(newPasskeyWrites(passkey, { passkeys: [], changes: 0 }));
      return [
        [owner, await rejection(taken)],
        [{ workspace_id: workspaceId, user_id: passkey.user_id }, 'passkey_rejected'],
      ];
    },
    PasskeyChallenge: async () => [await loadPasskeyChallenge('fourteen', NOW_MS), one('PasskeyChallenge')],
    AuthorizationCode: async () => [await loadAuthorizationCode('c0de'), one('AuthorizationCode')],
    DeviceLogin: async () => [await loadDeviceLogin('BCDFGHJK'), one('DeviceLogin')],
    SignInRequest: async () => [await loadSignInRequest(String(one('SignInRequest').id)), one('SignInRequest')],
    ApprovalReminder: async () => {
      const reminder = one<ApprovalReminder>('ApprovalReminder');
      return [await loadReminder(reminder), reminder];
    },
    ReminderCheck: async () => [await loadReminderCheck(), Date.parse(AT)],
    SentEmail: async () => [
      await leaseEmail({ workspace_id: workspaceId, id: 'a'.repeat(64), counter: 'usr_1' }, NOW_MS + 1, NOW_MS),
      'done',
    ],
    Notification: async () => [
      (await listNotifications(workspaceId, ['post_failed'], PAGE)).records,
      [one('Notification')],
    ],
    UnsentNotification: async () => [await loadUnsent(workspaceId, 10), [one('UnsentNotification')]],
    NotificationDigest: async () => {
      const digest = one<NotificationDigest>('NotificationDigest');
      return [await loadDigest(workspaceId, digest.id), digest];
    },
    NotificationTask: async () => [await loadDigestTask(workspaceId), one('NotificationTask')],
    NotificationSettings: async () => {
      const settings = one<NotificationSettings>('NotificationSettings');
      return [await loadNotificationSettings(workspaceId, settings.user_id), settings];
    },
    Halt: async () => [await loadHalt(workspaceId, String(one('Halt').id)), one('Halt')],
    HaltRelease: async () => [await loadHaltRelease(workspaceId, String(one('HaltRelease').id)), one('HaltRelease')],
    ReleaseTimes: async () => [await loadReleaseTimes(workspaceId), one('ReleaseTimes')],
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
    HostLease: async () => {
      const scope = { host: 'pds.example.com', operation: 'publish.bluesky' };
      return [await takeLease({ entity: hostLeaseEntity, scope, slots: 1, expiresAtMs: NOW_MS + 1 }, NOW_MS), null];
    },
    SlowHost: async () => [await loadSlowAttempts(workspaceId, ['pds.example.com'], NOW_MS), [2]],
    Content: async () => [await loadContent(workspaceId, content().id), one('Content')],
    ContentTarget: async () => [
      (await listContent(workspaceId, { platform: 'linkedin' }, PAGE)).records,
      [one('Content')],
    ],
    ContentVersion: async () => [await loadContentVersions(workspaceId, content().id), [one('ContentVersion')]],
    ReviewComment: async () => [
      (await listReviewComments(workspaceId, content().id, PAGE)).records,
      [one('ReviewComment')],
    ],
    Export: async () => [await loadExport(workspaceId, String(one('Export').id)), one('Export')],
    Import: async () => [await loadImport(workspaceId, String(one('Import').id)), one('Import')],
    ImportRow: async () => [
      await listImportRows({ workspace_id: workspaceId, id: String(one('ImportRow').import_id) }, 0, 1),
      [one('ImportRow')],
    ],
    ImportKey: async () => [
      [...(await loadImportKeys(workspaceId, [String(one('ImportKey').hash)])).values()],
      [one('ImportKey')],
    ],
    CalendarFeed: async () => [await loadWorkspaceFeeds(workspaceId), [one('CalendarFeed')]],
    ReviewLink: async () => [(await listReviewLinks(workspaceId, content().id, PAGE)).records, [one('ReviewLink')]],
    ScheduleEntry: async () => [await loadEntry(workspaceId, entry().id), one('ScheduleEntry')],
    Counter: async () => [await registered('https://example.com/another', 1), 'endpoint_limit'],
    Endpoint: async () => [await loadEndpoints(workspaceId), [one('Endpoint')]],
    EndpointUrlReservation: async () => [await registered(String(one('Endpoint').url)), 'duplicate_url'],
    Recurrence: async () => [await loadRecurrence(workspaceId, String(one('Recurrence').id)), one('Recurrence')],
    RecurrenceOccurrence: async () => [
      await listMadeOccurrences(one<Recurrence>('Recurrence'), '2026-11-01'),
      [one('RecurrenceOccurrence')],
    ],
    Queue: async () => [await loadQueue(workspaceId, String(one('Queue').id)), one('Queue')],
    QueueName: async () => [await findQueue(workspaceId, 'DEFAULT'), one('Queue')],
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
    MetricsSpending: async () => {
      const spending = one<MetricsSpending>('MetricsSpending');
      const owner = { workspace_id: workspaceId, id: spending.account_id };
      return [await loadMetricsSpending(owner, NOW_MS), spending];
    },
    InboundAccount: async () => [
      await loadInboundAccount('acc_01KXFHWR000000000000000000', 'instagram'),
      one('InboundAccount'),
    ],
    PostMetrics: async () => [await latestPostMetrics(workspaceId, 10), [one('PostMetrics')]],
    // Read from the stream only, as any record there.
    PostClaim: async () => [
      await loadClaimedPostIds({ platform: 'twitter', account_id: null }, [
        String(one('PostClaim').platform_post_id),
        '1',
      ]),
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
    InboundBatch: async () => [await loadBatch(one<InboundBatch>('InboundBatch')), one('InboundBatch')],
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
    MediaDeletion: async () => [one<MediaDeletion>('MediaDeletion').media_id, 'med_01KXFHWR000000000000000000'],
    OperatorIndex: async () => [one('OperatorIndex').completed_at, '2026-11-29T10:00:00.000Z'],
    Heartbeat: async () => [one<Heartbeat>('Heartbeat').sent_at, '2027-03-01T09:00:00.000Z'],
    AuditHead: async () => [await loadAuditHead(workspaceId), one('AuditHead')],
    AuditClaim: async () => {
      const { change, source_ip } = one<{ change: string; source_ip: string }>('AuditClaim');
      const found = await loadAddresses(workspaceId, [{ change, isInClaim: true }], NOW_MS);
      return [found.get(change)?.source_ip, source_ip];
    },
  };

  it.each(Object.keys(ENTITIES) as EntityName[])('%s is read by the product', async (entity) => {
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
