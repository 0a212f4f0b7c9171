import type { Operation } from '../api/define-operation.ts';
import type { TableAccess } from '../api/table-access.ts';

// A refreshed token is stored before it is used, so functions that use tokens may also store them.
const ENCRYPT_AND_DECRYPT = ['encrypt', 'decrypt'] as const;

/** Table access of the functions that AWS triggers. Three of them use platform accounts and may decrypt their secrets. */
// biome-ignore format: one row per line is what makes it a table.
export const WORKER_ACCESS = {
  'on-publish-due':     { get: ['ScheduleEntry', 'Content', 'Account', 'PostClaim'], list: ['OpenSends'], put: ['Content', 'ContentPlatform', 'ScheduleEntry', 'Account', 'PostClaim', 'OpenSends'], add: ['Counter'], remove: ['OpenSends'], kms: ENCRYPT_AND_DECRYPT },
  'on-delivery-queued': { get: ['Delivery', 'Endpoint', 'Event'], put: ['Delivery', 'Endpoint'] },
  'on-table-change':    { get: ['Workspace', 'Content', 'Engagement', 'Endpoint', 'Delivery', 'Recovery', 'Invitation', 'Tombstone', 'PostTerms', 'TermBucket', 'AuditHead', 'AuditDedup'], list: ['Endpoint', 'OrphanComment'], put: ['Invitation', 'InvitationToken', 'Endpoint', 'Event', 'Delivery', 'Recovery', 'PostMetrics', 'PostTerms', 'MetricsDelta', 'Engagement', 'PublishedPost', 'AuditEntry', 'AuditHead', 'AuditDedup'], add: ['TermBucket', 'DailyTextCount', 'Bucket', 'ContentBucket', 'EngagementWindow'], indexes: ['by_status'] },
  'on-sweep-due':       { get: ['ScheduleEntry', 'EngagementWindow'], put: ['EngagementWindow'], indexes: ['by_due'] },
  'on-metric-polls-due':     { get: ['PostMetrics'], indexes: ['by_due'] },
  'on-metric-poll-queued':  { get: ['PostMetrics', 'Account'], put: ['PostMetrics', 'MetricsDelta', 'Account'], kms: ENCRYPT_AND_DECRYPT },
  'on-refresh-due':     { get: ['Account'], put: ['Account'], indexes: ['by_due'], kms: ENCRYPT_AND_DECRYPT },
} as const satisfies Record<string, TableAccess>;

// Authentication, the time of the last use of a key, and the rate limit.
const AUTH_READS = ['AccessToken', 'ApiKey', 'ApiKeyUsage', 'Member', 'Workspace'] as const;
const AUTH_ACCESS: TableAccess = { get: AUTH_READS, put: ['ApiKeyUsage'], add: ['RateWindow'] };
// The stored response of an idempotency key.
const IDEMPOTENCY_ACCESS: TableAccess = { get: ['Idempotency'], put: ['Idempotency'] };

/** Collect the table access of an endpoint: its declared access, authentication and idempotency. */
export function accessOf({ access, permissions, method }: Operation): TableAccess {
  if (permissions === 'none') return access;
  return mergeAccess(access, AUTH_ACCESS, method === 'POST' ? IDEMPOTENCY_ACCESS : {});
}

function mergeAccess(...parts: TableAccess[]): TableAccess {
  const all = (verb: Exclude<keyof TableAccess, 'indexes' | 'kms'>) => parts.flatMap((part) => part[verb] ?? []);
  return {
    get: all('get'),
    list: all('list'),
    put: all('put'),
    add: all('add'),
    remove: all('remove'),
    indexes: parts.flatMap((part) => part.indexes ?? []),
    kms: parts.flatMap((part) => part.kms ?? []),
  };
}
