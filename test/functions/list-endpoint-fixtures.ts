import { NO_METRICS } from '../../lib/analytics/rules/metrics.ts';
import { bucketWrites } from '../../lib/analytics/store/metric-buckets.ts';
import { appendEntries } from '../../lib/audit/rules/audit-log.ts';
import { entryWrites, loadAuditTail } from '../../lib/audit/store/audit-log.ts';
import { allSamples } from '../../lib/bundle/all-samples.ts';
import { allEndpoints, type OperationId, resourceOf } from '../../lib/bundle/endpoints.ts';
import { newContent as contentOf } from '../../lib/content/rules/change/new-content.ts';
import { newReviewComment } from '../../lib/content/rules/review/review-comment.ts';
import { newReviewLink } from '../../lib/content/rules/review/review-link.ts';
import { newEntry as entryOf } from '../../lib/content/rules/schedule-entry.ts';
import { deleteContentWrites } from '../../lib/content/store/content-deletion.ts';
import { contentWrites } from '../../lib/content/store/contents.ts';
import { deleteReviewCommentWrites, newReviewCommentWrites } from '../../lib/content/store/review-comments.ts';
import { reviewLinkWrite } from '../../lib/content/store/review-links.ts';
import { ROLES } from '../../lib/core/api/permission.ts';
import { sha256 } from '../../lib/core/crypto/sha256.ts';
import { commit, tryCommit } from '../../lib/core/table/commit.ts';
import { INVITATION_STATUSES, newInvitation, revokeInvitation } from '../../lib/identity/rules/invitation.ts';
import { invitationWrite, invitationWrites } from '../../lib/identity/store/invitations.ts';
import { memberWrites } from '../../lib/identity/store/members.ts';
import { NOTHING_FURTHER, newNotification } from '../../lib/notifications/rules/notification.ts';
import { insertNotification } from '../../lib/notifications/store/notifications.ts';
import { PLATFORMS } from '../../lib/platforms/platform.ts';
import { deleteTemplateWrites, loadTemplate } from '../../lib/templates/store/templates.ts';
import { WORKSPACE_EVENT_KINDS } from '../../lib/webhooks/events/event-permissions.ts';
import type { Event } from '../../lib/webhooks/rules/event.ts';
import { DELIVERY_STATUSES, type Delivery } from '../../lib/webhooks/rules/webhook-delivery.ts';
import { newEndpoint } from '../../lib/webhooks/rules/webhook-endpoint.ts';
import { deliveryWrite } from '../../lib/webhooks/store/deliveries.ts';
import { deleteEndpointWrites, newEndpointWrites } from '../../lib/webhooks/store/webhook-endpoints.ts';
import { callApi, inSeconds } from './api-harness.ts';
import { newDelivery, newEvent, newKey, newTemplate } from './resources.ts';
import { storeAt } from './samples.ts';
import { newId, type Tenant } from './tenants.ts';

/**
 * An element of a list, as a filter sees it: which values of which parameter match it. `move` changes its
 * status; elements without `move` or `remove` have no such operation.
 */
export interface ListedItem {
  id: string;
  matchedBy: Record<string, readonly string[]>;
  createdMs: number;
  move?: () => Promise<void>;
  remove?: () => Promise<void>;
}

/** A list, its queries, and how to create an element for it directly in the table. */
export interface ListKind {
  operation: OperationId;
  member: string;
  /** The id field of its elements, where that is not `id`. */
  idMember?: string;
  filters: Record<string, readonly string[]>;
  /** Whether `from` and `to` filter by the creation time. */
  hasTimes: boolean;
  /** Whether it has one element that the workspace started with. */
  hasOwn?: true;
  /** Returns the path parameters of the list, whose resource it creates at the first call for a tenant. */
  params?: (tenant: Tenant, endpointId: string) => Promise<Record<string, string>>;
  make: (tenant: Tenant, endpointId: string, number: number) => Promise<ListedItem>;
}

const SUBSETS = [['twitter'], ['linkedin'], ['instagram', 'twitter'], ['instagram', 'linkedin', 'twitter']] as const;
const STATUSES = ['draft', 'scheduled', 'published'] as const;
const ENTRY_STATES = { pending: 'claimed', claimed: 'published', published: 'published' } as const;
const OPEN = 'open';

const at = <T>(values: readonly T[], number: number): T => values[number % values.length]!;

async function makeContent({ workspace, owner }: Tenant, _: string, number: number): Promise<ListedItem> {
  const platforms = [...at(SUBSETS, number)];
  const ids = { id: newId('content'), workspaceId: workspace.id, userId: owner.id };
  let content = {
    ...contentOf({ title: 'A', platforms }, ids, Date.now()),
    status: at(STATUSES, number >> 2),
  };
  await commit(contentWrites(null, { content, entries: [] }));
  const thing: ListedItem = {
    id: content.id,
    matchedBy: { status: [content.status], platform: platforms },
    createdMs: Date.now(),
    move: async () => {
      const next = { ...content, status: at(STATUSES, STATUSES.indexOf(content.status) + 1) };
      await commit(contentWrites({ content, entries: [] }, { content: next, entries: [] }));
      content = { ...next, version: content.version + 1 };
      thing.matchedBy.status = [content.status];
    },
    remove: () => {
      const state = { content, entries: [] };
      return commit(deleteContentWrites(state, state));
    },
  };
  return thing;
}

async function makeEntry({ workspace, owner }: Tenant, _: string, number: number): Promise<ListedItem> {
  const platform = at(PLATFORMS, number);
  const ids = { id: newId('content'), workspaceId: workspace.id, userId: owner.id };
  let content = contentOf({ title: 'A', platforms: [platform] }, ids, Date.now());
  let entry = entryOf({
    id: newId('entry'),
    workspaceId: workspace.id,
    contentId: content.id,
    groupId: newId('group'),
    platform,
    // Several are due at the same moment.
    scheduledAt: inSeconds(60 * (1 + (number % 3))),
    unconfirmed_send: null,
    createdAt: content.created_at,
  });
  await commit(contentWrites(null, { content, entries: [entry] }));
  const found = (status: string) => ({
    platform: [platform],
    status: [status, ...(status === 'published' ? [] : [OPEN])],
  });
  const thing: ListedItem = {
    id: entry.id,
    matchedBy: found('pending'),
    createdMs: Date.now(),
    move: async () => {
      const next = { ...entry, state: ENTRY_STATES[entry.state as keyof typeof ENTRY_STATES] };
      await commit(contentWrites({ content, entries: [entry] }, { content, entries: [next] }));
      content = { ...content, version: content.version + 1 };
      entry = { ...next, version: entry.version + 1 };
      thing.matchedBy = found(entry.state === 'claimed' ? 'publishing' : entry.state);
    },
  };
  return thing;
}

async function makeEvent(tenant: Tenant, _: string, number: number): Promise<ListedItem> {
  const event: Event = await newEvent(tenant, at(WORKSPACE_EVENT_KINDS, number));
  return { id: event.id, matchedBy: { type: [event.type] }, createdMs: Date.now() };
}

async function makeDelivery(tenant: Tenant, endpointId: string, number: number): Promise<ListedItem> {
  const fields = {
    event_type: at(WORKSPACE_EVENT_KINDS.slice(0, 3), number),
    status: at(DELIVERY_STATUSES, number >> 1),
  };
  let delivery: Delivery = await newDelivery(tenant, endpointId, fields);
  const thing: ListedItem = {
    id: delivery.id,
    matchedBy: { event_type: [delivery.event_type], status: [delivery.status] },
    createdMs: Date.now(),
    move: async () => {
      const status = at(DELIVERY_STATUSES, DELIVERY_STATUSES.indexOf(delivery.status) + 1);
      await commit([deliveryWrite(delivery, { ...delivery, status })]);
      delivery = { ...delivery, status, version: delivery.version + 1 };
      thing.matchedBy.status = [status];
    },
  };
  return thing;
}

async function makeEndpoint({ workspace }: Tenant): Promise<ListedItem> {
  const id = newId('endpoint');
  const secret = 'sixteen letters!';
  const url = `https://example.com/${id}`;
  const createdAt = inSeconds(0);
  const endpoint = newEndpoint({ id, workspaceId: workspace.id, url, events: ['*'], secret, createdAt });
  await commit(newEndpointWrites(endpoint, 100));
  return { id, matchedBy: {}, createdMs: Date.now(), remove: () => commit(deleteEndpointWrites(endpoint)) };
}

async function makeMember({ workspace }: Tenant): Promise<ListedItem> {
  const id = newId('user');
  const person = { id, workspace_id: workspace.id, name: 'Someone', email: `${id}@example.com` };
  await commit(
    memberWrites({
      ...person,
      role: 'viewer',
      permissions: [...ROLES.viewer],
      created_at: inSeconds(0),
      version: 0,
    }),
  );
  return { id, matchedBy: {}, createdMs: Date.now() };
}

async function makeKey(tenant: Tenant): Promise<ListedItem> {
  const { id } = await newKey(tenant);
  const remove = async () => {
    await callApi('keys.delete', { token: tenant.token, params: { id } });
  };
  return { id, matchedBy: {}, createdMs: Date.now(), remove };
}

/** The item of a tenant whose comments are listed. */
async function commentedItem({ workspace, owner }: Tenant): Promise<{ id: string }> {
  const id = workspace.id.replace('ws_', 'cnt_');
  const ids = { id, workspaceId: workspace.id, userId: owner.id };
  const content = contentOf({ title: 'A', platforms: ['twitter'] }, ids, 0);
  await tryCommit(contentWrites(null, { content, entries: [] }));
  return { id };
}

async function makeComment(tenant: Tenant): Promise<ListedItem> {
  const { workspace, owner } = tenant;
  const { id: contentId } = await commentedItem(tenant);
  const ids = { id: newId('reviewComment'), workspaceId: workspace.id, contentId, authorId: owner.id };
  const comment = newReviewComment('A remark', ids, Date.now());
  await commit(newReviewCommentWrites(comment));
  const remove = () => commit(deleteReviewCommentWrites(comment, Date.now()));
  return { id: comment.id, matchedBy: {}, createdMs: Date.now(), remove };
}

async function makeReviewLink(tenant: Tenant): Promise<ListedItem> {
  const { workspace, owner } = tenant;
  const { id: content_id } = await commentedItem(tenant);
  const id = newId('reviewLink');
  const creator = { created_by: owner.id, client_id: newId('key') };
  const ids = { id, workspace_id: workspace.id, content_id, ...creator, token_hash: sha256(id) };
  const input = { name: 'Ada Example', permission: 'comment' as const, expires_at: inSeconds(3600) };
  await commit([reviewLinkWrite(null, newReviewLink(input, ids, Date.now()))]);
  return { id, matchedBy: {}, createdMs: Date.now() };
}

async function makeTemplate(tenant: Tenant, _: string, number: number): Promise<ListedItem> {
  const kind = at(['snippet', 'signature'] as const, number);
  const template = (await newTemplate(tenant, { kind })) as unknown as { id: string };
  const stored = (await loadTemplate(tenant.workspace.id, template.id))!;
  const remove = () => commit(deleteTemplateWrites(stored));
  return { id: template.id, matchedBy: { kind: [kind] }, createdMs: Date.now(), remove };
}

/** An item with metrics, which stay constant: an item with other metrics has another rank. */
async function makeCompared({ workspace }: Tenant, _: string, number: number): Promise<ListedItem> {
  const platform = at(PLATFORMS, number);
  const content_id = newId('content');
  const likes = number % 4 === 0 ? null : number % 3;
  await commit(
    bucketWrites({
      workspace_id: workspace.id,
      content_id,
      platform,
      account_id: null,
      at: inSeconds(0),
      posts: 1,
      deltas: { ...NO_METRICS, likes },
    }),
  );
  return {
    id: content_id,
    matchedBy: { platform: [platform], order: ['top', 'bottom'] },
    createdMs: Date.now(),
  };
}

/** An invitation in each of its states in turn. One that can still be revoked is, when it moves. */
async function makeInvitation({ workspace, owner }: Tenant, _: string, number: number): Promise<ListedItem> {
  const id = newId('invitation');
  const asked = { email: `${id}@example.com`, role: 'viewer', permissions: [] } as const;
  const ids = { id, workspaceId: workspace.id, userId: owner.id };
  const status = at(INVITATION_STATUSES, number);
  let invitation = newInvitation({ ...asked, permissions: [] }, ids, 'none', Date.now());
  if (status === 'expired') invitation = { ...invitation, expires_at: inSeconds(-(number % 7)) };
  else invitation = { ...invitation, status };
  await commit(invitationWrites(invitation, Date.now()));
  const thing: ListedItem = { id, matchedBy: { status: [status] }, createdMs: Date.now() };
  if (status === 'accepted') return thing;
  return {
    ...thing,
    move: async () => {
      const next = revokeInvitation(invitation);
      if (next === invitation) return;
      await commit([invitationWrite(invitation, next)]);
      invitation = { ...next, version: invitation.version + 1 };
      thing.matchedBy.status = ['revoked'];
    },
  };
}

async function makeAudited({ workspace, owner }: Tenant): Promise<ListedItem> {
  const id = newId('audit');
  const draft = {
    id,
    at: inSeconds(0),
    actor: { type: 'user', user_id: owner.id, client_id: null },
    source_ip: '198.51.100.7',
    request_id: null,
    operation: 'content.create',
    resource: { type: 'content', id: newId('content') },
    action: 'created',
    salts: { source_ip: 'ab'.repeat(16), changes: 'cd'.repeat(16) },
  } as const;
  const tail = await loadAuditTail(workspace.id);
  const entries = appendEntries(tail, [{ ...draft, changes: [] }], inSeconds(0), sha256);
  await commit(entryWrites(workspace.id, entries, { nowMs: Date.now(), addressRetentionDays: 1 }));
  return { id, matchedBy: {}, createdMs: Date.now() };
}

async function makeNotification({ workspace }: Tenant): Promise<ListedItem> {
  const resource_id = newId('content');
  const about = { kind: 'post_failed', resource_type: 'content', resource_id, title: 'A' } as const;
  const draft = { ...NOTHING_FURTHER, ...about, created_at: inSeconds(0), dedupKey: resource_id };
  const notification = newNotification(workspace.id, draft);
  await insertNotification(notification);
  return { id: notification.id, matchedBy: {}, createdMs: Date.now() };
}

// biome-ignore format: one row per line is what makes it a table.
const TABLE: ListKind[] = [
  { operation: 'content.list', member: 'data', filters: { status: STATUSES, platform: PLATFORMS }, hasTimes: true, make: makeContent },
  { operation: 'content.list-comments', member: 'comments', filters: {}, hasTimes: false, params: commentedItem, make: makeComment },
  { operation: 'content.list-review-links', member: 'review_links', filters: {}, hasTimes: false, params: commentedItem, make: makeReviewLink },
  { operation: 'templates.list', member: 'templates', filters: { kind: ['snippet', 'signature'] }, hasTimes: false, make: makeTemplate },
  { operation: 'schedule.list', member: 'scheduled_posts', filters: { status: ['pending', 'publishing', 'published'], platform: PLATFORMS }, hasTimes: false, make: makeEntry },
  { operation: 'events.list', member: 'events', filters: { type: WORKSPACE_EVENT_KINDS.slice(0, 4) }, hasTimes: true, make: makeEvent },
  { operation: 'webhooks.list-deliveries', member: 'deliveries', filters: { status: DELIVERY_STATUSES, event_type: WORKSPACE_EVENT_KINDS.slice(0, 3) }, hasTimes: true, params: async (_, id) => ({ id }), make: makeDelivery },
  { operation: 'webhooks.list', member: 'webhooks', filters: {}, hasTimes: false, hasOwn: true, make: makeEndpoint },
  { operation: 'keys.list', member: 'keys', filters: {}, hasTimes: false, hasOwn: true, make: makeKey },
  { operation: 'analytics.rank-content', member: 'data', idMember: 'content_id', filters: { platform: PLATFORMS, order: ['top', 'bottom'] }, hasTimes: false, make: makeCompared },
  { operation: 'team.list-members', member: 'members', filters: {}, hasTimes: false, hasOwn: true, make: makeMember },
  { operation: 'team.list-invitations', member: 'invitations', idMember: 'invitation_id', filters: { status: INVITATION_STATUSES }, hasTimes: false, make: makeInvitation },
  { operation: 'notifications.list', member: 'notifications', filters: {}, hasTimes: false, make: makeNotification },
  { operation: 'audit.list', member: 'entries', filters: {}, hasTimes: true, make: makeAudited },
];

/** Lists whose elements fit into a page: at most 20 queues, and 100 recurrences. */
export const SHORT_LISTS: OperationId[] = ['queues.list', 'recurrences.list'];

/** The lists without filters of what has a sample: each is one more row. */
const LISTS_OF_SAMPLES = allSamples().flatMap(({ path, operations, store }): ListKind[] => {
  const collection = path.slice(0, path.lastIndexOf('/'));
  const [operation, { query } = {}] = endpointAt('GET', collection) ?? [];
  if (!store || operations || !operation || !query || !('cursor' in query.shape)) return [];
  if (SHORT_LISTS.includes(operation) || TABLE.some((row) => row.operation === operation)) return [];
  const member = resourceOf(operation).replaceAll('-', '_');
  const make = async (tenant: Tenant): Promise<ListedItem> => {
    const id = await storeAt(path, tenant);
    const [deletion, { etag = false } = {}] = endpointAt('DELETE', path) ?? [];
    const remove = async () => {
      await callApi(deletion!, { token: tenant.token, params: { id } });
    };
    // One that returns its resource, as the deletion of a workspace does, leaves it in the list.
    return { id, matchedBy: {}, createdMs: Date.now(), ...(deletion && !etag ? { remove } : {}) };
  };
  return [{ operation, member, filters: {}, hasTimes: false, make }];
});

function endpointAt(method: string, path: string): ReturnType<typeof allEndpoints>[number] | undefined {
  return allEndpoints().find(([, each]) => each.method === method && each.path === path);
}

export const LIST_KINDS: ListKind[] = [...TABLE, ...LISTS_OF_SAMPLES];

/** Whether a list with this query contains the element. */
export function matchesQuery(kind: ListKind, thing: ListedItem, query: Record<string, string>): boolean {
  const { from, to, ...rest } = query;
  // Without a status, the schedule has the unfinished entries.
  const asked = kind.operation === 'schedule.list' ? { status: OPEN, ...rest } : rest;
  return (
    Object.entries(asked).every(([name, value]) => thing.matchedBy[name]?.includes(value)) &&
    (from === undefined || thing.createdMs >= Date.parse(from)) &&
    (to === undefined || thing.createdMs < Date.parse(to))
  );
}
