import { type Operation, routeOf } from '../contract/routes.ts';
import type { Entity, INDEXES } from '../table/keys.ts';

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
  secrets?: readonly ('seal' | 'open')[];
}

/** What an operation touches itself; every authenticated one gets `CALLER` besides, every POST `REPLAY`. */
// biome-ignore format: one row per line is what makes it a table.
const OPERATIONS: Record<Operation, Access> = {
  'auth.token':            { get: ['Key', 'KeyUse', 'FailedExchange', 'Member'], put: ['Token', 'KeyUse'], add: ['FailedExchange'] },
  'auth.verify':           {},
  'content.list':          { list: ['Content', 'Counter'], indexes: ['by_facet', 'by_group'] },
  'content.create':        { put: ['Content', 'Entry'], add: ['Counter'] },
  'content.get':           { get: ['Content'] },
  'content.update':        { get: ['Content', 'Entry'], put: ['Content', 'Entry'], add: ['Counter'] },
  'content.delete':        { get: ['Content', 'Entry'], put: ['Entry', 'Removal'], add: ['Counter'], remove: ['Content'] },
  'content.validate':      {},
  'content.retry':         { get: ['Content'], put: ['Content', 'Entry'], add: ['Counter'] },
  'content.resolve':       { get: ['Content', 'Entry'], put: ['Content', 'Entry'], add: ['Counter'] },
  'schedule.list':         { list: ['Counter'], indexes: ['by_facet', 'by_group'] },
  'schedule.create':       { get: ['Content', 'Entry'], put: ['Content', 'Entry'], add: ['Counter'] },
  'schedule.cancel':       { get: ['Content', 'Entry'], put: ['Content', 'Entry'], add: ['Counter'] },
  'accounts.list':         { list: ['Account'] },
  'accounts.create':       { get: ['Account'], put: ['Account', 'InboundAccount'], secrets: ['seal'] },
  'accounts.get':          { list: ['Account'] },
  'accounts.delete':       { list: ['Account'], put: ['Removal'], remove: ['Account', 'InboundAccount'] },
  'analytics.performance': { get: ['Bucket', 'ContentBucket'] },
  'analytics.content':     { get: ['Content'], list: ['ContentBucket'] },
  'analytics.best-times':  { list: ['Measurement'] },
  'analytics.trends':      { list: ['TermBlock', 'TermDay', 'Measurement'] },
  'engagements.ingest':    { get: ['Content', 'PublishedPost'], put: ['Engagement'] },
  'inbound.verify':        { get: ['InboundAccount'], secrets: ['open'] },
  'inbound.receive':       { get: ['InboundAccount', 'PublishedPost'], put: ['Engagement', 'EarlyComment'], secrets: ['open'] },
  'team.members':          { list: ['Member'] },
  'team.member':           {},
  'team.update-member':    { get: ['Counter'], list: ['Member'], put: ['Member'], add: ['Counter'] },
  'team.remove-member':    { get: ['Counter'], list: ['Member'], put: ['Removal'], add: ['Counter'], remove: ['Member', 'Email'] },
  'team.invite':           { put: ['Invitation', 'InvitationToken', 'Email'] },
  'team.invitations':      { get: ['Invitation'], list: ['Invitation'], indexes: ['by_facet'] },
  'team.accept':           { get: ['InvitationToken', 'Invitation'], put: ['Invitation', 'Member', 'Email', 'Key'], add: ['Counter'] },
  'team.resend-invitation': { get: ['Invitation'], put: ['Invitation', 'InvitationToken', 'Email'] },
  'team.revoke-invitation': { get: ['Invitation'], put: ['Invitation'], remove: ['Email'] },
  'keys.list':             { indexes: ['by_group'] },
  'keys.create':           { put: ['Key'], add: ['Counter'] },
  'keys.get':              {},
  'keys.delete':           { put: ['Key'], add: ['Counter'] },
  'keys.reroll':           { put: ['Key'] },
  'webhooks.create':       { put: ['Endpoint', 'EndpointUrl'], add: ['Counter'] },
  'webhooks.list':         { list: ['Endpoint'] },
  'webhooks.get':          { get: ['Endpoint'] },
  'webhooks.update':       { get: ['Endpoint'], put: ['Endpoint', 'EndpointUrl'], remove: ['EndpointUrl'] },
  'webhooks.delete':       { get: ['Endpoint'], put: ['Removal'], add: ['Counter'], remove: ['Endpoint', 'EndpointUrl'] },
  'webhooks.rotate-secret': { get: ['Endpoint'], put: ['Endpoint'] },
  'webhooks.test':         { get: ['Endpoint'] },
  'webhooks.deliveries':   { get: ['Endpoint', 'Delivery'], indexes: ['by_facet'] },
  'webhooks.delivery':     { get: ['Endpoint', 'Delivery'] },
  'webhooks.replay':       { get: ['Endpoint', 'Delivery'], put: ['Delivery'] },
  'webhooks.recover':      { get: ['Endpoint'], put: ['Recovery'], indexes: ['by_facet'] },
  'events.list':           { get: ['Event'], indexes: ['by_facet'] },
  'events.get':            { get: ['Event'] },
  'problems.list':         {},
  'problems.get':          {},
  'docs.openapi':          {},
  'docs.page':             {},
  'docs.script':           {},
  'audit.list':            { get: ['AuditHead'], list: ['AuditEntry'] },
  'audit.verify':          { get: ['AuditHead'], list: ['AuditEntry'] },
};

// A refreshed token is stored before it is used, so whoever uses tokens may store them.
const USES_ACCOUNTS = ['seal', 'open'] as const;

/** What the functions touch that AWS wakes. Three of them use platform accounts, and may open their secrets. */
// biome-ignore format: one row per line is what makes it a table.
export const WOKEN = {
  'on-publish-due':     { get: ['Entry', 'Content', 'Account'], put: ['Content', 'Entry', 'Account'], add: ['Counter'], secrets: USES_ACCOUNTS },
  'on-delivery-queued': { get: ['Delivery', 'Endpoint', 'Event'], put: ['Delivery', 'Endpoint'] },
  'on-table-change':    { get: ['Workspace', 'Content', 'Engagement', 'Endpoint', 'Delivery', 'Recovery', 'Invitation', 'Removal', 'TermedPost', 'TermBlock', 'AuditHead', 'AuditedChange'], list: ['Endpoint', 'EarlyComment'], put: ['Invitation', 'InvitationToken', 'Endpoint', 'Event', 'Delivery', 'Recovery', 'Measurement', 'TermedPost', 'Observation', 'Engagement', 'PublishedPost', 'AuditEntry', 'AuditHead', 'AuditedChange'], add: ['TermBlock', 'TermDay', 'Bucket', 'ContentBucket', 'EngagementMinute'], indexes: ['by_facet'] },
  'on-sweep-due':       { get: ['Entry', 'EngagementMinute'], put: ['EngagementMinute'], indexes: ['by_due'] },
  'on-collect-due':     { get: ['Measurement'], indexes: ['by_due'] },
  'on-reading-queued':  { get: ['Measurement', 'Account'], put: ['Measurement', 'Observation', 'Account'], secrets: USES_ACCOUNTS },
  'on-refresh-due':     { get: ['Account'], put: ['Account'], indexes: ['by_due'], secrets: USES_ACCOUNTS },
} as const satisfies Record<string, Access>;

// Who is calling, when they last did, and the count of their requests.
const CALLER = {
  get: ['Token', 'Key', 'KeyUse', 'Member', 'Workspace'],
  put: ['KeyUse'],
  add: ['Rate'],
} as const satisfies Access;
// The answer an idempotency key was given.
const REPLAY = { get: ['Idempotency'], put: ['Idempotency'] } as const satisfies Access;

/** All that the function of an operation may touch in the table. */
export function accessOf(operation: Operation): Access {
  const { permissions, method } = routeOf(operation);
  if (permissions === 'none') return OPERATIONS[operation];
  return together(OPERATIONS[operation], CALLER, method === 'POST' ? REPLAY : {});
}

function together(...parts: Access[]): Access {
  const all = (verb: Exclude<keyof Access, 'indexes' | 'secrets'>) =>
    parts.flatMap((part) => part[verb] ?? []);
  return {
    get: all('get'),
    list: all('list'),
    put: all('put'),
    add: all('add'),
    remove: all('remove'),
    indexes: parts.flatMap((part) => part.indexes ?? []),
    secrets: parts.flatMap((part) => part.secrets ?? []),
  };
}
