import { type Operation, routeOf } from '../api/routes.ts';
import type { Entity } from '../table/entities.ts';
import type { INDEXES } from '../table/schema.ts';

/**
 * What a function may touch in the table, by kinds of items: `get` by key, `list` by partition, `put` whole,
 * `add` to numbers in place, `remove`. `indexes` are those it queries.
 */
export interface Access {
  get?: readonly Entity[];
  list?: readonly Entity[];
  put?: readonly Entity[];
  add?: readonly Entity[];
  remove?: readonly Entity[];
  indexes?: readonly (keyof typeof INDEXES)[];
  /** What it may do with the secrets of platform accounts: encrypt them, decrypt them. */
  kms?: readonly ('encrypt' | 'decrypt')[];
}

/** What an operation touches itself; every authenticated one gets `AUTH_ACCESS` besides, every POST `IDEMPOTENCY_ACCESS`. */
// biome-ignore format: one row per line is what makes it a table.
const OPERATION_ACCESS: Record<Operation, Access> = {
  'auth.token':            { get: ['ApiKey', 'ApiKeyUsage', 'FailedTokenRequest', 'Member'], put: ['AccessToken', 'ApiKeyUsage'], add: ['FailedTokenRequest'] },
  'auth.verify':           {},
  'content.list':          { get: ['Content'], list: ['Content', 'Counter'], indexes: ['by_status', 'by_category'] },
  'content.create':        { put: ['Content', 'ContentPlatform', 'ScheduleEntry'], add: ['Counter'] },
  'content.get':           { get: ['Content'] },
  'content.update':        { get: ['Content', 'ScheduleEntry'], put: ['Content', 'ContentPlatform', 'ScheduleEntry'], add: ['Counter'], remove: ['ContentPlatform'] },
  'content.delete':        { get: ['Content', 'ScheduleEntry'], put: ['ScheduleEntry', 'Tombstone'], add: ['Counter'], remove: ['Content', 'ContentPlatform'] },
  'content.validate':      {},
  'content.retry':         { get: ['Content'], put: ['Content', 'ContentPlatform', 'ScheduleEntry'], add: ['Counter'] },
  'content.resolve':       { get: ['Content', 'ScheduleEntry'], put: ['Content', 'ContentPlatform', 'ScheduleEntry'], add: ['Counter'] },
  'schedule.list':         { get: ['ScheduleEntry'], list: ['Counter'], indexes: ['by_status', 'by_category', 'by_parent'] },
  'schedule.create':       { get: ['Content', 'ScheduleEntry'], put: ['Content', 'ContentPlatform', 'ScheduleEntry'], add: ['Counter'] },
  'schedule.cancel':       { get: ['Content', 'ScheduleEntry'], put: ['Content', 'ContentPlatform', 'ScheduleEntry'], add: ['Counter'] },
  'accounts.list':         { list: ['Account'] },
  'accounts.create':       { get: ['Account'], put: ['Account', 'InboundAccount'], kms: ['encrypt'] },
  'accounts.get':          { list: ['Account'] },
  'accounts.delete':       { list: ['Account'], put: ['Tombstone'], remove: ['Account', 'InboundAccount'] },
  'analytics.performance': { get: ['Bucket', 'ContentBucket'] },
  'analytics.rank-content':     { get: ['Content'], list: ['ContentBucket'] },
  'analytics.best-times':  { list: ['PostMetrics'] },
  'analytics.trends':      { list: ['TermBucket', 'DailyTextCount', 'PostMetrics'] },
  'engagements.create':    { get: ['Content', 'PublishedPost'], put: ['Engagement'] },
  'inbound.verify':        { get: ['InboundAccount'], kms: ['decrypt'] },
  'inbound.receive':       { get: ['InboundAccount', 'PublishedPost'], put: ['Engagement', 'OrphanComment'], kms: ['decrypt'] },
  'team.list-members':          { list: ['Member'] },
  'team.get-member':           {},
  'team.update-member':    { get: ['Counter'], list: ['Member'], put: ['Member'], add: ['Counter'] },
  'team.remove-member':    { get: ['Counter'], list: ['Member'], put: ['Tombstone'], add: ['Counter'], remove: ['Member', 'EmailReservation'] },
  'team.invite':           { put: ['Invitation', 'InvitationToken', 'EmailReservation'] },
  'team.list-invitations':      { get: ['Invitation'], list: ['Invitation'], indexes: ['by_status'] },
  'team.accept-invitation':           { get: ['InvitationToken', 'Invitation'], put: ['Invitation', 'Member', 'EmailReservation', 'ApiKey'], add: ['Counter'] },
  'team.resend-invitation': { get: ['Invitation'], put: ['Invitation', 'InvitationToken', 'EmailReservation'] },
  'team.revoke-invitation': { get: ['Invitation'], put: ['Invitation'], remove: ['EmailReservation'] },
  'keys.list':             { indexes: ['by_parent'] },
  'keys.create':           { put: ['ApiKey'], add: ['Counter'] },
  'keys.get':              {},
  'keys.delete':           { put: ['ApiKey'], add: ['Counter'] },
  'keys.reroll':           { put: ['ApiKey'] },
  'webhooks.create':       { put: ['Endpoint', 'EndpointUrlReservation'], add: ['Counter'] },
  'webhooks.list':         { list: ['Endpoint'] },
  'webhooks.get':          { get: ['Endpoint'] },
  'webhooks.update':       { get: ['Endpoint'], put: ['Endpoint', 'EndpointUrlReservation'], remove: ['EndpointUrlReservation'] },
  'webhooks.delete':       { get: ['Endpoint'], put: ['Tombstone'], add: ['Counter'], remove: ['Endpoint', 'EndpointUrlReservation'] },
  'webhooks.rotate-secret': { get: ['Endpoint'], put: ['Endpoint'] },
  'webhooks.test':         { get: ['Endpoint'] },
  'webhooks.list-deliveries':   { get: ['Endpoint', 'Delivery'], indexes: ['by_status', 'by_category'] },
  'webhooks.get-delivery':     { get: ['Endpoint', 'Delivery'] },
  'webhooks.replay-delivery':       { get: ['Endpoint', 'Delivery'], put: ['Delivery'] },
  'webhooks.recover-deliveries':      { get: ['Endpoint'], put: ['Recovery'], indexes: ['by_status'] },
  'events.list':           { get: ['Event'], indexes: ['by_parent', 'by_category'] },
  'events.get':            { get: ['Event'] },
  'problems.list':         {},
  'problems.get':          {},
  'docs.openapi':          {},
  'docs.html':             {},
  'docs.redoc-script':           {},
  'audit.list':            { get: ['AuditHead'], list: ['AuditEntry'] },
  'audit.verify':          { get: ['AuditHead'], list: ['AuditEntry'] },
};

// A refreshed token is stored before it is used, so whoever uses tokens may store them.
const ENCRYPT_AND_DECRYPT = ['encrypt', 'decrypt'] as const;

/** What the functions touch that AWS wakes. Three of them use platform accounts, and may open their secrets. */
// biome-ignore format: one row per line is what makes it a table.
export const WORKER_ACCESS = {
  'on-publish-due':     { get: ['ScheduleEntry', 'Content', 'Account'], put: ['Content', 'ContentPlatform', 'ScheduleEntry', 'Account'], add: ['Counter'], kms: ENCRYPT_AND_DECRYPT },
  'on-delivery-queued': { get: ['Delivery', 'Endpoint', 'Event'], put: ['Delivery', 'Endpoint'] },
  'on-table-change':    { get: ['Workspace', 'Content', 'Engagement', 'Endpoint', 'Delivery', 'Recovery', 'Invitation', 'Tombstone', 'PostTerms', 'TermBucket', 'AuditHead', 'AuditDedup'], list: ['Endpoint', 'OrphanComment'], put: ['Invitation', 'InvitationToken', 'Endpoint', 'Event', 'Delivery', 'Recovery', 'PostMetrics', 'PostTerms', 'MetricsDelta', 'Engagement', 'PublishedPost', 'AuditEntry', 'AuditHead', 'AuditDedup'], add: ['TermBucket', 'DailyTextCount', 'Bucket', 'ContentBucket', 'EngagementWindow'], indexes: ['by_status'] },
  'on-sweep-due':       { get: ['ScheduleEntry', 'EngagementWindow'], put: ['EngagementWindow'], indexes: ['by_due'] },
  'on-metric-polls-due':     { get: ['PostMetrics'], indexes: ['by_due'] },
  'on-metric-poll-queued':  { get: ['PostMetrics', 'Account'], put: ['PostMetrics', 'MetricsDelta', 'Account'], kms: ENCRYPT_AND_DECRYPT },
  'on-refresh-due':     { get: ['Account'], put: ['Account'], indexes: ['by_due'], kms: ENCRYPT_AND_DECRYPT },
} as const satisfies Record<string, Access>;

// Who is calling, when they last did, and the count of their requests.
const AUTH_ACCESS = {
  get: ['AccessToken', 'ApiKey', 'ApiKeyUsage', 'Member', 'Workspace'],
  put: ['ApiKeyUsage'],
  add: ['RateWindow'],
} as const satisfies Access;
// The answer an idempotency key was given.
const IDEMPOTENCY_ACCESS = { get: ['Idempotency'], put: ['Idempotency'] } as const satisfies Access;

/** All that the function of an operation may touch in the table. */
export function accessOf(operation: Operation): Access {
  const { permissions, method } = routeOf(operation);
  if (permissions === 'none') return OPERATION_ACCESS[operation];
  return mergeAccess(OPERATION_ACCESS[operation], AUTH_ACCESS, method === 'POST' ? IDEMPOTENCY_ACCESS : {});
}

function mergeAccess(...parts: Access[]): Access {
  const all = (verb: Exclude<keyof Access, 'indexes' | 'kms'>) => parts.flatMap((part) => part[verb] ?? []);
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
