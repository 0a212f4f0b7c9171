import { acceptsIdempotencyKey, type Operation } from '../core/api/define-operation.ts';
import type { TableAccess } from '../core/api/table-access.ts';

// A refreshed token is stored before it is used, so functions that use tokens may also store them.
const ACCOUNT_SECRETS = { encrypt: ['Account'], decrypt: ['Account'] } as const;

/** Table access of the functions that AWS triggers. Those that use platform accounts or sign deliveries may decrypt. */
// biome-ignore format: one row per line is what makes it a table.
export const WORKER_ACCESS = {
  'on-publish-due':     { get: ['ScheduleEntry', 'Content', 'Account', 'AccountRemoval', 'AccountReservation', 'DefaultAccount', 'PostClaim', 'SandboxPost', 'WorkspaceSettings', 'SlowHost'], put: ['Content', 'ContentTarget', 'ScheduleEntry', 'PublishLimit', 'PostClaim', 'OpenSends', 'SandboxPost', 'InFlightRequest', 'HostLease', 'SlowHost'], update: ['Account'], kms: { encrypt: ['Account', 'Preparation'], decrypt: ['Account', 'Passkey', 'Preparation'] }, list: ['OpenSends'], remove: ['OpenSends', 'InFlightRequest', 'HostLease', 'SlowHost'], indexes: ['by_parent'] },
  'on-delivery-queued': { get: ['Delivery', 'Endpoint', 'Event'], put: ['Delivery', 'Endpoint'], insert: ['Delivery'], add: ['RateWindow'], indexes: ['by_status'], kms: { decrypt: ['Endpoint'] } },
  'on-table-change':    { get: ['Label', 'Template', 'TemplateName', 'Recurrence', 'Workspace', 'Member', 'ApiKey', 'Counter', 'Content', 'Engagement', 'Endpoint', 'Invitation', 'Tombstone', 'PostMetrics', 'PostTerms', 'TermBucket', 'ScheduleEntry', 'Account', 'AuditHead', 'WorkspaceSettings', 'InboundBatch', 'PublishedPost', 'MediaAsset', 'Queue', 'DefaultAccount', 'ContentClaim'], list: ['Recurrence', 'Endpoint', 'CalendarFeed', 'Invitation', 'Passkey', 'OrphanComment', 'AuditEntry'], insert: ['Event'], put: ['Recurrence', 'ContentClaim', 'ApiKey', 'Invitation', 'Endpoint', 'PostMetrics', 'PostTerms', 'Engagement', 'PublishedPost', 'AuditEntry', 'AuditHead', 'AuditClaim', 'ApprovalReminder', 'InboundBatch', 'OrphanComment', 'Notification', 'UnsentNotification', 'NotificationTask', 'Queue'], add: ['Counter', 'TermBucket', 'DailyTextCount', 'Bucket', 'ContentBucket', 'EngagementWindow', 'NotificationTask'], remove: ['CalendarFeed', 'EmailReservation', 'Passkey', 'PasskeyCredential', 'NotificationSettings'], indexes: ['by_parent'] },
  'on-step-queued':     { get: ['Label', 'SearchDocument', 'AuditClaim', 'Content', 'Endpoint', 'Delivery', 'Recovery', 'ScheduleEntry', 'Account', 'AccountRemoval', 'AccountReservation', 'WorkspaceSettings', 'MediaAsset', 'HaltRelease', 'ReleaseTimes', 'Queue', 'Export', 'Recurrence', 'DefaultAccount', 'PublishLimit', 'ContentClaim', 'LinkRules', 'LabelName', 'Template', 'TemplateName', 'QueueName', 'Import', 'ImportRow', 'ImportKey'], list: ['RecurrenceOccurrence', 'Content', 'PostMetrics', 'AuditEntry', 'ImportRow'], put: ['Label', 'LabelName', 'ContentClaim', 'Tombstone', 'Import', 'ImportRow', 'ImportKey', 'SearchDocument', 'SearchTerm', 'ContentLabel', 'Export', 'Delivery', 'Recovery', 'AccountRemoval', 'Content', 'ContentTarget', 'ScheduleEntry', 'HaltRelease', 'ReleaseTimes', 'WorkspaceSettings', 'Queue', 'Recurrence', 'RecurrenceOccurrence'], add: ['MediaAsset', 'Counter'], remove: ['Recurrence', 'RecurrenceOccurrence', 'Content', 'ContentTarget', 'ContentVersion', 'ImportRow', 'ImportKey', 'SearchDocument', 'SearchTerm', 'ContentLabel'], indexes: ['by_status', 'by_category'] },
  'on-email-queued':    { get: ['Invitation', 'Member', 'Workspace', 'Content', 'WorkspaceSettings', 'ApprovalReminder', 'SentEmail', 'EmailCount', 'SignInRequest', 'Notification', 'NotificationDigest', 'NotificationTask', 'NotificationSettings'], list: ['Member', 'SignInLink', 'UnsentNotification', 'NotificationSettings'], put: ['Invitation', 'InvitationToken', 'SentEmail', 'SignInLink', 'NotificationDigest'], add: ['EmailCount'], indexes: ['by_parent'], update: ['NotificationTask'], remove: ['UnsentNotification', 'NotificationTask'] },
  'on-sweep-due':       { get: ['Import', 'Export', 'MediaAsset', 'ScheduleEntry', 'EngagementWindow', 'Engagement', 'Recovery', 'AccountRemoval', 'Content', 'WorkspaceSettings', 'ReminderCheck', 'NotificationTask', 'HaltRelease', 'Recurrence'], put: ['Import', 'Export', 'MediaAsset', 'EngagementWindow', 'Engagement', 'Recovery', 'AccountRemoval', 'HaltRelease', 'Recurrence', 'Heartbeat', 'ApprovalReminder', 'ReminderCheck', 'Notification', 'UnsentNotification', 'NotificationTask'], add: ['Counter', 'NotificationTask'], remove: ['MediaAsset', 'NotificationTask'], indexes: ['by_due'] },
  'on-schedule-planning-due': { get: ['ScheduleEntry', 'SchedulePlan'], put: ['SchedulePlan'], indexes: ['by_due'] },
  'on-metric-polls-due':     { get: ['PostMetrics', 'Account'], indexes: ['by_due'] },
  'on-metric-poll-queued':  { get: ['PostMetrics', 'Account', 'MetricsSpending', 'PublishedPost'], put: ['PostMetrics', 'MetricsSpending', 'Engagement', 'OrphanComment'], add: ['Bucket', 'ContentBucket'], update: ['Account'], kms: ACCOUNT_SECRETS },
  'on-media-queued':    { get: ['MediaAsset', 'Workspace'], put: ['MediaAsset', 'MediaDeletion', 'InFlightRequest'], add: ['Counter', 'AgentUsage'], remove: ['InFlightRequest'] },
  'on-refresh-due':     { get: ['Account'], update: ['Account'], indexes: ['by_due'], kms: ACCOUNT_SECRETS },
} as const satisfies Record<string, TableAccess>;

/** Table access of every function that answers requests: the rate limit. The only one of unmatched requests. */
export const RATE_LIMIT_ACCESS: TableAccess = { get: ['RateWindow'], add: ['RateWindow'] };
// Authentication, and the time of the last use of a key.
const AUTH_READS = ['AccessToken', 'ApiKey', 'ApiKeyUsage', 'Session', 'Member', 'Workspace'] as const;
const AUTH_ACCESS: TableAccess = { get: AUTH_READS, put: ['ApiKeyUsage'] };
// The stored response of an idempotency key.
const IDEMPOTENCY_ACCESS: TableAccess = { get: ['Idempotency'], put: ['Idempotency'] };

/** Collect the table access of an endpoint: its declared access, rate limit, authentication and idempotency. */
export function accessOf(operation: Operation): TableAccess {
  const { access, permissions } = operation;
  if (permissions === 'none') return mergeAccess(access, RATE_LIMIT_ACCESS);
  const stored = acceptsIdempotencyKey(operation) ? IDEMPOTENCY_ACCESS : {};
  return mergeAccess(access, RATE_LIMIT_ACCESS, AUTH_ACCESS, stored);
}

const NOT_OF_AGENTS: readonly string[] = ['ScheduleEntry', 'Queue', 'Label', 'LabelName'];

/**
 * Collect the table access of the MCP server: its own, and that of the endpoints which it calls, without the writes of queues,
 * schedule entries and labels. So no call of an agent can take a slot, schedule, publish or use up the labels of a workspace,
 * whatever the code does.
 */
export function agentAccessOf(own: TableAccess, called: readonly Operation[]): TableAccess {
  const { list = [], put = [], ...others } = mergeAccess(own, ...called.map(accessOf));
  return {
    ...others,
    // Its tools list events of one type, by an index.
    list: list.filter((kind) => kind !== 'Event'),
    put: put.filter((kind) => !NOT_OF_AGENTS.includes(kind)),
  };
}

function mergeAccess(...parts: TableAccess[]): TableAccess {
  const all = (verb: Exclude<keyof TableAccess, 'indexes' | 'kms'>) => parts.flatMap((part) => part[verb] ?? []);
  return {
    get: all('get'),
    list: all('list'),
    put: all('put'),
    insert: all('insert'),
    add: all('add'),
    update: all('update'),
    remove: all('remove'),
    check: all('check'),
    indexes: [...new Set(parts.flatMap((part) => part.indexes ?? []))],
    kms: {
      encrypt: parts.flatMap((part) => part.kms?.encrypt ?? []),
      decrypt: parts.flatMap((part) => part.kms?.decrypt ?? []),
    },
  };
}
