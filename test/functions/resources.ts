import { randomBytes } from 'node:crypto';
import type { SandboxPost } from '../../lib/content/rules/post/sandbox-post.ts';
import { sandboxPostWrite } from '../../lib/content/store/sandbox-posts.ts';
import { type Permission, ROLES, type Role } from '../../lib/core/api/permission.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { type IdKind, makeId } from '../../lib/core/values/id.ts';
import { type Invitation, newInvitation as invite } from '../../lib/identity/rules/invitation.ts';
import type { Member } from '../../lib/identity/rules/member.ts';
import type { WorkspaceSettings } from '../../lib/identity/rules/workspace-settings.ts';
import { invitationTokenWrite, invitationWrites } from '../../lib/identity/store/invitations.ts';
import { loadMember } from '../../lib/identity/store/members.ts';
import { loadWorkspaceSettings, settingsWrite } from '../../lib/identity/store/workspace-settings.ts';
import type { MediaAsset } from '../../lib/media/rules/media-asset.ts';
import { readyFile } from '../../lib/media/samples.ts';
import { mediaAssetWrites } from '../../lib/media/store/media-assets.ts';
import type { EventKind } from '../../lib/webhooks/events/events.ts';
import { sampleEvent } from '../../lib/webhooks/events/sample-events.ts';
import type { Event } from '../../lib/webhooks/rules/event.ts';
import { type Delivery, type DeliveryAttempt, deliveryIdOf } from '../../lib/webhooks/rules/webhook-delivery.ts';
import { deliveryWrite } from '../../lib/webhooks/store/deliveries.ts';
import { eventWrite } from '../../lib/webhooks/store/events.ts';
import { endpointWrite, loadEndpoint } from '../../lib/webhooks/store/webhook-endpoints.ts';
import { callApi, inSeconds, type Json, succeed, type TestRequest } from './api-harness.ts';
import { newId, newTenant, newToken, type Tenant } from './tenants.ts';

/** What Instagram needs of a post. */
export const PICTURES = [{ url: 'https://media.example.com/a.jpg', type: 'image' }];

// Nothing listens there: a test delivery fails at once, and is answered as such.
export const UNREACHABLE_URL = 'http://127.0.0.1:9/hook';

/** A content item made by a request of this tenant; a draft unless `fields` has a time. */
export async function newContent(tenant: Tenant, fields: Json = {}): Promise<Json & { id: string }> {
  const body = { title: 'A title', platforms: ['twitter', 'linkedin'], ...fields };
  // Instagram takes no post without an image.
  if (body.platforms.includes('instagram')) Object.assign(body, { media: PICTURES, ...fields });
  return succeed<Json & { id: string }>('content.create', { token: tenant.token, body });
}

let entries = 0;

/** A schedule entry of a new item with a text of its own, for twitter, an hour ahead. */
export async function newEntry(tenant: Tenant, seconds = 3600): Promise<Json & { schedule_id: string }> {
  const content = await newContent(tenant, { description: `Text ${entries++}` });
  const body = { content_id: content.id, platforms: ['twitter'], scheduled_at: inSeconds(seconds) };
  return succeed<Json & { schedule_id: string }>('schedule.create', { token: tenant.token, body });
}

/** Set the settings of a workspace as `PUT /workspace` does, also where the tenant's token must not. */
export async function setWorkspace(tenant: Tenant, fields: Partial<WorkspaceSettings>): Promise<void> {
  const before = await loadWorkspaceSettings(tenant.workspace.id);
  await commit([settingsWrite(before, { ...before, ...fields })]);
}

/** A tenant whose items may have equal texts: its workspace compares none. */
export async function newTenantOfEqualPosts(): Promise<Tenant> {
  const tenant = await newTenant();
  await setWorkspace(tenant, { duplicate_guard_hours: 0 });
  return tenant;
}

/** The id of an item that waits for the approval of anybody who may approve, also of its author. */
export async function newPendingContent(tenant: Tenant, fields: Json = {}): Promise<string> {
  await setWorkspace(tenant, { authors_may_approve: true });
  const { id } = await newContent(tenant, fields);
  await succeed('content.submit', { token: tenant.token, params: { id }, body: {} });
  return id;
}

/** A review link that this tenant's owner has created, for a new item unless `contentId` names one. */
export async function newReviewLink(
  tenant: Tenant,
  fields: Json = {},
  contentId?: string,
): Promise<Record<'id' | 'content_id' | 'url' | 'token', string>> {
  const id = contentId ?? (await newContent(tenant)).id;
  const body = { name: 'Ada Example', permission: 'comment', ...fields };
  const link = await succeed<Record<'id' | 'content_id' | 'url', string>>('content.create-review-link', {
    token: tenant.token,
    params: { id },
    body,
  });
  return { ...link, token: new URL(link.url).searchParams.get('token')! };
}

/** A label of an item, by its name. */
export async function newLabel(tenant: Tenant, name = 'Product news'): Promise<{ id: string; name: string }> {
  await newContent(tenant, { labels: [name] });
  const { json } = await callApi('labels.list', { token: tenant.token });
  return (json.labels as { id: string; name: string }[]).find((each) => each.name === name)!;
}

/** An export that is running. */
export async function newExport(tenant: Pick<Tenant, 'token'>, fields: Json = {}): Promise<{ id: string }> {
  const body = { kind: 'content', format: 'csv', ...fields };
  return succeed<{ id: string }>('exports.create', { token: tenant.token, body });
}

/** The request that sends a form of the review page. */
export function reviewForm(fields: Record<string, string>): TestRequest {
  const bytes = Buffer.from(new URLSearchParams(fields).toString());
  return { bytes, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
}

/** A queue of this tenant with a slot at nine on each day, in UTC. */
export async function newQueue(tenant: Tenant, fields: Json = {}): Promise<Json & { id: string }> {
  const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const slots = weekdays.map((weekday) => ({ weekday, time: '09:00' }));
  return succeed<Json & { id: string }>('queues.create', {
    token: tenant.token,
    body: { name: 'default', slots, ...fields },
  });
}

/** A recurrence of this tenant, each Monday at nine in UTC. */
export async function newRecurrence(tenant: Pick<Tenant, 'token'>, fields: Json = {}): Promise<Json & { id: string }> {
  const rule = { rule: 'FREQ=WEEKLY;BYDAY=MO', time: '09:00', time_zone: 'UTC' };
  const body = { title: 'Weekly tip', platforms: ['twitter'], ...rule, ...fields };
  return succeed<Json & { id: string }>('recurrences.create', { token: tenant.token, body });
}

export async function newWebhook(tenant: Tenant, fields: Json = {}): Promise<Json & { webhook_id: string }> {
  const body = { url: UNREACHABLE_URL, events: ['content.created'], ...fields };
  return succeed<Json & { webhook_id: string }>('webhooks.create', { token: tenant.token, body });
}

/** Mark an endpoint as one that has responded with success: its deliveries have the full retry schedule. */
export async function verifyEndpoint(tenant: Tenant, id: string): Promise<void> {
  const endpoint = (await loadEndpoint(tenant.workspace.id, id))!;
  await commit([endpointWrite(endpoint, { ...endpoint, is_verified: true })]);
}

/** A like of an item on X, an hour ago, as a caller tells it. */
export function engagementWith(contentId: string, fields: Json = {}): Json {
  const occurred_at = inSeconds(-3600);
  const like = { platform: 'twitter', kind: 'like', occurred_at, external_id: 'like-1' };
  return { ...like, ...('platform_post_id' in fields ? {} : { content_id: contentId }), ...fields };
}

/** A key made by a request of this tenant, with its secret. */
export async function newKey(tenant: Tenant, fields: Json = {}): Promise<Json & NewKey> {
  return succeed<Json & NewKey>('keys.create', { token: tenant.token, body: { name: 'A key', ...fields } });
}

interface NewKey {
  id: string;
  client_secret: string;
}

/** An event of the tenant, as the stream would have written it, `ago` seconds ago. */
export async function newEvent(tenant: Tenant, type: EventKind = 'content.created', ago = 0): Promise<Event> {
  const event = sampleEvent(type, newIdAgo('event', ago), tenant.workspace.id, inSeconds(-ago));
  await commit([eventWrite(event)]);
  return event;
}

/** A delivery of a new event to an endpoint, exhausted after one attempt unless `fields` say otherwise. */
export async function newDelivery(
  tenant: Tenant,
  endpointId: string,
  fields: Partial<Delivery> = {},
  ago = 0,
): Promise<Delivery> {
  const event = await newEvent(tenant, fields.event_type as EventKind | undefined, ago);
  const delivery: Delivery = {
    id: deliveryIdOf(event.id, endpointId),
    workspace_id: tenant.workspace.id,
    endpoint_id: endpointId,
    event_id: event.id,
    event_type: event.type,
    status: 'exhausted',
    attempts: [failedAttempt(1)],

    lease_expires_at: null,
    next_attempt_at: null,
    created_at: event.timestamp,
    version: 0,
    ...fields,
  };
  await commit([deliveryWrite(null, delivery)]);
  return delivery;
}

/** An attempt that was answered with 500. */
export function failedAttempt(number: number): DeliveryAttempt {
  return {
    number,
    at: inSeconds(0),
    status: 500,
    duration_ms: 12,
    error_class: null,
    response_body: 'What the receiver says',
    next_attempt_at: null,
  };
}

const newIdAgo = (kind: IdKind, ago: number) => makeId(kind, Date.now() - ago * 1000, randomBytes(10));

const ACCOUNT = { platform: 'twitter', external_id: '2244994945', access_token: 'token-of-a-test' };

/** A connected account of the tenant on X. */
export async function newAccount(tenant: Tenant, fields: Json = {}): Promise<Json & { id: string }> {
  return succeed<Json & { id: string }>('accounts.create', { token: tenant.token, body: { ...ACCOUNT, ...fields } });
}

/** An invitation of the tenant, sent `ago` seconds ago, and the token that opens it. */
export async function newInvitation(
  tenant: Tenant,
  fields: Partial<Invitation> = {},
  ago = 0,
): Promise<{ invitation: Invitation; token: string }> {
  const nowMs = Date.now() - ago * 1000;
  const id = makeId('invitation', nowMs, randomBytes(10));
  const asked = { email: `${id}@example.com`, role: 'editor' as const, permissions: [...ROLES.editor] };
  const owner = { id, workspaceId: tenant.workspace.id, userId: tenant.owner.id };
  const invitation = { ...invite(asked, owner, 'none', nowMs), ...fields };
  const token = randomBytes(32).toString('base64url');
  await commit([...invitationWrites(invitation, nowMs), invitationTokenWrite(invitation, token)]);
  return { invitation, token };
}

/** A member of the tenant with a token of a key of their own. */
export async function newMember(
  tenant: Tenant,
  role: Role = 'editor',
  permissions: readonly Permission[] = ROLES[role],
): Promise<Member & { token: string }> {
  const { token } = await newInvitation(tenant, { role, permissions: [...permissions] });
  const { json } = await callApi('team.accept-invitation', { body: { token, name: 'Grace' } });
  const { client_id, user_id } = json as Record<string, string>;
  const key = { ...tenant.key, client_id: client_id!, user_id: user_id! };
  const member = (await loadMember(tenant.workspace.id, user_id!))!;
  return { ...member, token: await newToken({ ...tenant, key }) };
}

/** A stored post of a sandbox account. */
export async function newSandboxPost(tenant: Tenant, fields: Partial<SandboxPost> = {}): Promise<string> {
  const id = newId('sandboxPost');
  const post = { id, workspace_id: tenant.workspace.id, account_id: newId('account'), platform: 'twitter' as const };
  await commit([
    sandboxPostWrite({ ...post, text: 'A text', media: [], created_at: new Date().toISOString(), ...fields }),
  ]);
  return id;
}

/** A file of the media library that is ready. */
export async function newReadyMedia({ workspace, owner }: Tenant, contentType?: string): Promise<MediaAsset> {
  const ids = { id: newId('media'), workspace_id: workspace.id, created_by: owner.id };
  const asset = readyFile(ids, Date.now(), contentType);
  await commit(mediaAssetWrites(null, asset));
  return asset;
}

/** A template of this tenant: a snippet with a name of its own, unless `fields` say otherwise. */
export async function newTemplate(tenant: Tenant, fields: Json = {}): Promise<Json & { id: string }> {
  const body = { kind: 'snippet', name: `Template ${newId('template').slice(-10)}`, text: 'A text', ...fields };
  if (body.kind === 'account_set' || body.kind === 'mention' || body.kind === 'options')
    Reflect.deleteProperty(body, 'text');
  return succeed<Json & { id: string }>('templates.create', { token: tenant.token, body });
}
