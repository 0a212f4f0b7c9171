import { createHash } from 'node:crypto';
import { type AuditTail, appendEntries, genesisTail } from '../../lib/audit/rules/audit-log.ts';
import { entryWrites } from '../../lib/audit/store/audit-log.ts';
import type { OperationId } from '../../lib/bundle/endpoints.ts';
import { newContent } from '../../lib/content/rules/change/new-content.ts';
import { newEntry } from '../../lib/content/rules/schedule-entry.ts';
import { contentWrites } from '../../lib/content/store/contents.ts';
import { ROLES } from '../../lib/core/api/permission.ts';
import { sha256 } from '../../lib/core/crypto/sha256.ts';
import type { Write } from '../../lib/core/table/commit.ts';
import { type IdKind, makeId } from '../../lib/core/values/id.ts';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import { INVITATION_STATUSES, newInvitation } from '../../lib/identity/rules/invitation.ts';
import { invitationWrites } from '../../lib/identity/store/invitations.ts';
import { memberWrites } from '../../lib/identity/store/members.ts';
import { sampleEvent } from '../../lib/webhooks/events/sample-events.ts';
import { DELIVERY_STATUSES } from '../../lib/webhooks/rules/webhook-delivery.ts';
import { deliveryWrite } from '../../lib/webhooks/store/deliveries.ts';
import { eventWrite } from '../../lib/webhooks/store/events.ts';

/** Where a record belongs. `id` makes the same id for the same kind. */
export interface ItemSource {
  workspaceId: string;
  endpointId: string;
  timeMs: number;
  id: (kind: IdKind) => string;
}

/** Returns the value of a filter for this record: one of `values`, or of `others` where it does not match. */
export type Pick = <T extends string>(filter: string, values: readonly T[], others?: readonly T[]) => T;

export interface LargeList {
  operation: OperationId;
  /** The filters of the list, each with the value that a query gives it. */
  filters: Record<string, string>;
  /** Whether `from` and `to` bound the list. */
  hasPeriod: boolean;
  writes: (source: ItemSource, pick: Pick) => Write[];
}

const CONTENT_STATUSES = ['draft', 'scheduled', 'published', 'failed'] as const;
const PLATFORMS = ['twitter', 'linkedin', 'instagram'] as const;
const EVENT_TYPES = ['content.created', 'content.scheduled', 'content.published'] as const;

const isoOf = (timeMs: number) => new Date(timeMs).toISOString();

function contentOf({ workspaceId, timeMs, id }: ItemSource, pick: Pick) {
  const platform = pick('platform', PLATFORMS);
  const owner = { id: id('content'), workspaceId, userId: id('user') };
  const input = { title: 'A title of forty-eight characters, as in the cost', platforms: [platform] };
  const description = 'Two hundred and forty characters of text. '.repeat(6).slice(0, 240);
  return { ...newContent({ ...input, description }, owner, timeMs), status: pick('status', CONTENT_STATUSES) };
}

function entryOf(source: ItemSource, pick: Pick) {
  const { workspaceId, timeMs, id } = source;
  const entry = newEntry({
    id: id('entry'),
    workspaceId,
    contentId: id('content'),
    groupId: id('group'),
    platform: pick('platform', PLATFORMS),
    scheduledAt: isoOf(timeMs),
    unconfirmed_send: null,
    createdAt: isoOf(timeMs),
  });
  return { ...entry, state: pick('status', ['pending'], ['published', 'failed', 'cancelled']) };
}

function deliveryOf({ workspaceId, endpointId, timeMs, id }: ItemSource, pick: Pick) {
  return {
    id: id('delivery'),
    workspace_id: workspaceId,
    endpoint_id: endpointId,
    event_id: id('event'),
    event_type: pick('event_type', EVENT_TYPES),
    status: pick('status', DELIVERY_STATUSES),
    attempts: [],
    attempt_started: 0,
    lease_expires_at: null,
    next_attempt_at: null,
    created_at: isoOf(timeMs),
    version: 0,
  };
}

function invitationOf({ workspaceId, timeMs, id }: ItemSource, pick: Pick) {
  const owner = { id: id('invitation'), workspaceId, userId: id('user') };
  const asked = { email: `${id('invitation')}@example.com`, role: 'viewer', permissions: [] } as const;
  const made = newInvitation({ ...asked, permissions: [...ROLES.viewer] }, owner, 'none', timeMs);
  const status = pick('status', INVITATION_STATUSES);
  if (status === 'expired') return { ...made, expires_at: isoOf(Date.now() - DAY_MS) };
  return { ...made, status, expires_at: isoOf(Date.now() + DAY_MS) };
}

function memberOf({ workspaceId, timeMs, id }: ItemSource) {
  const person = { id: id('user'), workspace_id: workspaceId, name: 'Someone', email: `${id('user')}@example.com` };
  return { ...person, role: 'viewer' as const, permissions: [...ROLES.viewer], created_at: isoOf(timeMs), version: 0 };
}

/** Build a function that appends to a chain of its own in each workspace. */
function auditChain() {
  const tails = new Map<string, AuditTail>();
  return ({ workspaceId, timeMs, id }: ItemSource): Write[] => {
    const draft = {
      id: id('audit'),
      at: isoOf(timeMs),
      actor: { type: 'user', user_id: id('user'), client_id: null },
      source_ip: '198.51.100.7',
      request_id: null,
      operation: 'content.create',
      resource: { type: 'content', id: id('content') },
      action: 'created',
      salts: { source_ip: 'ab'.repeat(16), changes: 'cd'.repeat(16) },
    } as const;
    const tail = tails.get(workspaceId) ?? genesisTail(workspaceId, sha256);
    const entries = appendEntries(tail, [{ ...draft, changes: [] }], isoOf(timeMs), sha256);
    tails.set(workspaceId, entries[0]!);
    return entryWrites(workspaceId, entries, { nowMs: timeMs, addressRetentionDays: 90 });
  };
}

// biome-ignore format: one row per line is what makes it a table.
export const LARGE_LISTS: LargeList[] = [
  { operation: 'content.list', filters: { status: 'published', platform: 'twitter' }, hasPeriod: true, writes: (source, pick) => contentWrites(null, { content: contentOf(source, pick), entries: [] }) },
  { operation: 'schedule.list', filters: { platform: 'twitter', status: 'pending' }, hasPeriod: true, writes: (source, pick) => contentWrites(null, { content: contentOf(source, pick), entries: [entryOf(source, pick)] }) },
  { operation: 'events.list', filters: { type: 'content.created' }, hasPeriod: true, writes: (source, pick) => [eventWrite(sampleEvent(pick('type', EVENT_TYPES), source.id('event'), source.workspaceId, isoOf(source.timeMs)))] },
  { operation: 'webhooks.list-deliveries', filters: { status: 'delivered', event_type: 'content.created' }, hasPeriod: true, writes: (source, pick) => [deliveryWrite(null, deliveryOf(source, pick))] },
  { operation: 'team.list-invitations', filters: { status: 'sent' }, hasPeriod: false, writes: (source, pick) => invitationWrites(invitationOf(source, pick) as never, source.timeMs) },
  { operation: 'team.list-members', filters: {}, hasPeriod: false, writes: (source) => memberWrites(memberOf(source)) },
  { operation: 'audit.list', filters: {}, hasPeriod: true, writes: auditChain() },
];

/**
 * Yield the writes of `size` records over 27 days. Half of them match each value of `filters`, and a quarter each pair;
 * the others have each other value in turn.
 */
export function* largeList(
  { writes, filters }: LargeList,
  tenant: { workspaceId: string; endpointId: string },
  size: number,
): Generator<Write[]> {
  const names = Object.keys(filters);
  for (let number = 0; number < size; number++) {
    const timeMs = Date.now() - 28 * DAY_MS + Math.floor((number * 27 * DAY_MS) / size);
    const entropy = createHash('sha256').update(`${tenant.workspaceId}/${number}`).digest();
    const source = { ...tenant, timeMs, id: (kind: IdKind) => makeId(kind, timeMs, entropy) };
    yield writes(source, (filter, values, others = values) => {
      const matching = filters[filter] as (typeof values)[number];
      if ((number >> names.indexOf(filter)) % 2 === 0) return matching;
      const rest = [...values, ...others].filter((value) => value !== matching);
      return rest[Math.floor(number / 4) % rest.length]!;
    });
  }
}
