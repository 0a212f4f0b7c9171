import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { endpointOf, type OperationId } from '../../lib/bundle/endpoints.ts';
import type { ReviewComment } from '../../lib/content/rules/review-comment.ts';
import type { SandboxPost } from '../../lib/content/rules/sandbox-post.ts';
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
import { mediaAssetWrites } from '../../lib/media/store/media-assets.ts';
import type { EventKind } from '../../lib/webhooks/events/events.ts';
import { sampleEvent } from '../../lib/webhooks/events/sample-events.ts';
import type { Event } from '../../lib/webhooks/rules/event.ts';
import { type Delivery, type DeliveryAttempt, deliveryIdOf } from '../../lib/webhooks/rules/webhook-delivery.ts';
import { deliveryWrite } from '../../lib/webhooks/store/deliveries.ts';
import { eventWrite } from '../../lib/webhooks/store/events.ts';
import { endpointWrite, loadEndpoint } from '../../lib/webhooks/store/webhook-endpoints.ts';
import { sampleMedia } from '../../tools/local-stack/sample-media.ts';
import { callApi, inSeconds, type Json, type TestRequest } from './api-harness.ts';
import { AUTHORIZATION_REQUESTS } from './authorizations.ts';
import { createFlow, newWorkspaceApp, ORGANIZATIONS, offeringFlow, setStageApp, startFlow } from './connections.ts';
import { DEVICE_REQUESTS } from './device-logins.ts';
import { newCredential, newPasskey, signInOptions } from './passkey-requests.ts';
import { commentOn, inboundAccount, VERIFICATION_QUERY, webhook } from './platform-webhooks.ts';
import { publishTo, REJECTED } from './publish-step.ts';
import { freshAddress, freshEmail, newSessionCookie, newSignInToken, requestToken } from './sign-ins.ts';
import { newId, newToken, type Tenant } from './tenants.ts';

/** What Instagram needs of a post. */
export const PICTURES = [{ url: 'https://media.example.com/a.jpg', type: 'image' }];

// Nothing listens there: a test delivery fails at once, and is answered as such.
export const UNREACHABLE_URL = 'http://127.0.0.1:9/hook';

/** A content item made by a request of this tenant; a draft unless `fields` has a time. */
export async function newContent(tenant: Tenant, fields: Json = {}): Promise<Json & { id: string }> {
  const body = { title: 'A title', platforms: ['twitter', 'linkedin'], ...fields };
  // Instagram takes no post without an image.
  if (body.platforms.includes('instagram')) Object.assign(body, { media: PICTURES, ...fields });
  const answer = await callApi('content.create', { token: tenant.token, body });
  expect(answer.status, answer.text).toBe(201);
  return answer.json as Json & { id: string };
}

/** A schedule entry of a new item, for twitter, an hour ahead. */
export async function newEntry(tenant: Tenant, seconds = 3600): Promise<Json & { schedule_id: string }> {
  const content = await newContent(tenant);
  const body = { content_id: content.id, platforms: ['twitter'], scheduled_at: inSeconds(seconds) };
  const answer = await callApi('schedule.create', { token: tenant.token, body });
  expect(answer.status, answer.text).toBe(201);
  return answer.json as Json & { schedule_id: string };
}

/** Set the settings of a workspace as `PUT /workspace` does, also where the tenant's token must not. */
export async function setWorkspace(tenant: Tenant, fields: Partial<WorkspaceSettings>): Promise<void> {
  const before = await loadWorkspaceSettings(tenant.workspace.id);
  await commit([settingsWrite(before, { ...before, ...fields })]);
}

/** The id of an item that waits for the approval of anybody who may approve, also of its author. */
async function newPendingContent(tenant: Tenant, fields: Json = {}): Promise<string> {
  await setWorkspace(tenant, { authors_may_approve: true });
  const { id } = await newContent(tenant, fields);
  const answer = await callApi('content.submit', { token: tenant.token, params: { id }, body: {} });
  expect(answer.status, answer.text).toBe(200);
  return id;
}

/** A comment of this tenant's owner on a new item. */
export async function newReviewComment(tenant: Tenant): Promise<ReviewComment> {
  const { id } = await newContent(tenant);
  const input = { token: tenant.token, params: { id }, body: { body: 'A remark' } };
  const answer = await callApi('content.create-comment', input);
  expect(answer.status, answer.text).toBe(201);
  return answer.json as unknown as ReviewComment;
}

/** A review link that this tenant's owner has created, for a new item unless `contentId` names one. */
export async function newReviewLink(
  tenant: Tenant,
  fields: Json = {},
  contentId?: string,
): Promise<Record<'id' | 'content_id' | 'url' | 'token', string>> {
  const id = contentId ?? (await newContent(tenant)).id;
  const body = { name: 'Ada Example', permission: 'comment', ...fields };
  const answer = await callApi('content.create-review-link', { token: tenant.token, params: { id }, body });
  expect(answer.status, answer.text).toBe(201);
  const link = answer.json as Record<'id' | 'content_id' | 'url', string>;
  return { ...link, token: new URL(link.url).searchParams.get('token')! };
}

/** The request that sends a form of the review page. */
export function reviewForm(fields: Record<string, string>): TestRequest {
  const bytes = Buffer.from(new URLSearchParams(fields).toString());
  return { bytes, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
}

export async function newWebhook(tenant: Tenant, fields: Json = {}): Promise<Json & { webhook_id: string }> {
  const body = { url: UNREACHABLE_URL, events: ['content.created'], ...fields };
  const answer = await callApi('webhooks.create', { token: tenant.token, body });
  expect(answer.status, answer.text).toBe(201);
  return answer.json as Json & { webhook_id: string };
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
  const answer = await callApi('keys.create', { token: tenant.token, body: { name: 'A key', ...fields } });
  expect(answer.status, answer.text).toBe(201);
  return answer.json as Json & NewKey;
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
  const answer = await callApi('accounts.create', { token: tenant.token, body: { ...ACCOUNT, ...fields } });
  expect(answer.status, answer.text).toBe(201);
  return answer.json as Json & { id: string };
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
  const asset = sampleMedia(ids, Date.now(), contentType);
  await commit(mediaAssetWrites(null, asset));
  return asset;
}

/** The parameters of paths, by the longest path they belong to: ids of things made for the request. */
const PATH_FIXTURES: Record<string, (tenant: Tenant) => Promise<Record<string, string>>> = {
  '/v1/content/{id}': async (tenant) => ({ id: (await newContent(tenant)).id }),
  '/v1/content/{id}/comments/{comment_id}': async (tenant) => {
    const comment = await newReviewComment(tenant);
    return { id: comment.content_id, comment_id: comment.id };
  },
  '/v1/content/{id}/review-links/{link_id}': async (tenant) => {
    const link = await newReviewLink(tenant);
    return { id: link.content_id, link_id: link.id };
  },
  '/v1/media/{id}': async (tenant) => ({ id: (await newReadyMedia(tenant)).id }),
  '/v1/schedule/{id}': async (tenant) => ({ id: (await newEntry(tenant)).schedule_id }),
  '/v1/accounts/{id}': async (tenant) => ({ id: (await newAccount(tenant)).id }),
  '/v1/team/members/{id}': async (tenant) => ({ id: (await newMember(tenant)).id }),
  '/v1/team/invitations/{id}': async (tenant) => ({
    id: (await newInvitation(tenant, {}, 120)).invitation.id,
  }),
  '/v1/keys/{id}': async (tenant) => ({ id: (await newKey(tenant)).id }),
  '/v1/events/{id}': async (tenant) => ({ id: (await newEvent(tenant)).id }),
  '/v1/sandbox/posts/{id}': async (tenant) => ({ id: await newSandboxPost(tenant) }),
  '/v1/webhooks/{id}': async (tenant) => ({ id: (await newWebhook(tenant)).webhook_id }),
  '/v1/webhooks/{id}/deliveries/{delivery_id}': async (tenant) => {
    const url = `${UNREACHABLE_URL}/${newId('endpoint')}`;
    const { webhook_id: id } = await newWebhook(tenant, { url });
    return { id, delivery_id: (await newDelivery(tenant, id)).id };
  },
};

/** Requests that need more than a path parameter and the example of the declaration. */
const SPECIAL_REQUESTS: Record<OperationId, (tenant: Tenant) => Promise<TestRequest>> = {
  'auth.token': async ({ key, clientSecret }) => ({ body: { api_key: key.client_id, secret: clientSecret } }),
  'auth.sign-in': async () => ({ body: { email: freshEmail() }, sourceIp: freshAddress() }),
  'auth.read-sign-in-link': async ({ owner }) => ({
    body: { token: await newSignInToken(owner) },
    sourceIp: freshAddress(),
  }),
  'auth.create-session': async ({ owner }) => ({
    body: { token: await newSignInToken(owner) },
    sourceIp: freshAddress(),
  }),
  'auth.create-session-token': async ({ owner }) => ({ headers: { cookie: await newSessionCookie(owner) } }),
  'auth.create-passkey-options': async ({ owner }) => ({ headers: { cookie: await newSessionCookie(owner) } }),
  'auth.create-passkey': async ({ owner }) => {
    const cookie = await newSessionCookie(owner);
    return { headers: { cookie }, body: { name: 'Laptop', credential: await newCredential(cookie) } };
  },
  'auth.list-passkeys': async ({ owner }) => ({ headers: { cookie: await newSessionCookie(owner) } }),
  'auth.delete-passkey': async ({ owner }) => {
    const cookie = await newSessionCookie(owner);
    return { headers: { cookie }, params: { id: (await newPasskey(cookie)).id } };
  },
  'auth.list-sessions': async ({ owner }) => ({ headers: { cookie: await newSessionCookie(owner) } }),
  'auth.end-session': async ({ owner }) => {
    const cookie = await newSessionCookie(owner);
    const { json } = await callApi('auth.list-sessions', { headers: { cookie } });
    return { headers: { cookie }, params: { id: String((json.sessions as Json[])[0]!.id) } };
  },
  ...DEVICE_REQUESTS,
  ...AUTHORIZATION_REQUESTS,
  'auth.create-sign-in-options': async () => ({ sourceIp: freshAddress() }),
  'auth.sign-in-with-passkey': async ({ owner }) => {
    const { authenticator } = await newPasskey(await newSessionCookie(owner));
    return { sourceIp: freshAddress(), body: { credential: authenticator.get(await signInOptions()) } };
  },
  'auth.sign-out': async ({ owner }) => ({ headers: { cookie: await newSessionCookie(owner) } }),
  'keys.update': async (tenant) => ({
    params: { id: (await newKey(tenant, { agent: {} })).id },
    body: { paused: true },
  }),
  'content.create': async () => ({ body: { title: 'Another title', platforms: ['twitter'] } }),
  'content.retry': async (tenant) => {
    const { id } = await newContent(tenant, { scheduled_at: inSeconds(0) });
    await publishTo(tenant, id, 'twitter', REJECTED);
    return { params: { id } };
  },
  'content.resolve': async (tenant) => {
    const { id } = await newContent(tenant, { scheduled_at: inSeconds(0) });
    await publishTo(tenant, id, 'twitter', 'unconfirmed');
    return { params: { id, platform: 'twitter' }, body: { outcome: 'failed' } };
  },
  'content.get-approval-statement': async (tenant) => {
    const id = await newPendingContent(tenant);
    const cookie = await newSessionCookie(tenant.owner);
    await newPasskey(cookie);
    return { params: { id }, token: String((await requestToken(cookie)).json.access_token) };
  },
  'content.approve': async (tenant) => ({
    params: { id: await newPendingContent(tenant) },
    body: { note: 'Looks good.' },
  }),
  'content.request-changes': async (tenant) => ({
    params: { id: await newPendingContent(tenant) },
    body: { note: 'Please name the source.' },
  }),
  'content.withdraw': async (tenant) => ({
    params: { id: await newPendingContent(tenant) },
    body: { note: 'Not needed.' },
  }),
  'schedule.create': async (tenant) => {
    const { id } = await newContent(tenant);
    return { body: { content_id: id, platforms: ['twitter'], scheduled_at: inSeconds(3600) } };
  },
  'engagements.create': async (tenant) => {
    const { id } = await newContent(tenant);
    return { body: { engagements: [engagementWith(id)] } };
  },
  'inbound.verify': async (tenant) => ({
    params: await inboundAccount(tenant, 'instagram'),
    query: VERIFICATION_QUERY.instagram,
  }),
  'inbound.receive': async (tenant) =>
    webhook(await inboundAccount(tenant, 'instagram'), JSON.stringify(commentOn('instagram'))),
  'connect.create': async () => {
    await setStageApp('twitter');
    return { params: { id_or_platform: 'twitter' }, body: { return_url: 'https://app.example.com/accounts' } };
  },
  'connect.get': async (tenant) => ({ params: { id_or_platform: (await startFlow(tenant)).id } }),
  'connect.select': async (tenant) => ({
    params: { id: (await offeringFlow(tenant, {}, await newSessionCookie(tenant.owner))).id },
    body: { external_id: ORGANIZATIONS[0] },
  }),
  'connect.open': async (tenant) => ({ query: { token: (await createFlow(tenant)).start } }),
  'connect.confirm': async (tenant) => ({ query: { token: (await createFlow(tenant)).start } }),
  'connect.callback': async (tenant) => {
    const { state, cookie } = await startFlow(tenant);
    return { query: { state, error: 'access_denied', forwarded: '1' }, headers: { cookie } };
  },
  'connect.choose': async (tenant) => {
    const { token, cookie } = await offeringFlow(tenant);
    return { query: { token }, headers: { cookie } };
  },
  'connect.submit-choice': async (tenant) => {
    const { token, cookie } = await offeringFlow(tenant);
    return { query: { token, external_id: ORGANIZATIONS[0]! }, headers: { cookie } };
  },
  'review.show': async (tenant) => ({ query: { token: (await newReviewLink(tenant)).token } }),
  'review.respond': async (tenant) =>
    reviewForm({ token: (await newReviewLink(tenant)).token, action: 'comment', text: 'A remark' }),
  'platform-apps.get': withWorkspaceApp,
  'platform-apps.delete': withWorkspaceApp,
  'team.get-member': async (tenant) => ({ params: { id: tenant.owner.id } }),
  'auth.read-invitation': async (tenant) => ({
    body: { token: (await newInvitation(tenant)).token },
    sourceIp: freshAddress(),
  }),
  'auth.accept-invitation': async (tenant) => ({
    body: { token: (await newInvitation(tenant)).token, name: 'Grace Hopper' },
    sourceIp: freshAddress(),
  }),
  'team.accept-invitation': async (tenant) => ({
    body: { token: (await newInvitation(tenant)).token, name: 'Grace Hopper' },
  }),
  // Without permissions of its own, so that a caller who holds keys:write alone may make it.
  'keys.create': async () => ({ body: { name: 'Another key' } }),
  'webhooks.rotate-secret': async (tenant) => ({
    params: { id: (await newWebhook(tenant)).webhook_id },
    body: { secret: 'sixteen letters!' },
  }),
};

async function withWorkspaceApp(tenant: Tenant): Promise<TestRequest> {
  await newWorkspaceApp(tenant);
  return { params: { platform: 'linkedin' } };
}

/** Make a request that succeeds, on things made for it: the example of the declaration, with ids of the tenant. */
export async function validRequest(operation: OperationId, tenant: Tenant): Promise<TestRequest> {
  const { permissions, path, example = {} } = endpointOf(operation);
  const token = permissions === 'none' ? {} : { token: tenant.token };
  const special = SPECIAL_REQUESTS[operation];
  if (special) return { ...token, ...(await special(tenant)) };
  const prefix = Object.keys(PATH_FIXTURES)
    .filter((each) => path === each || path.startsWith(`${each}/`))
    .sort((one, other) => other.length - one.length)[0];
  const params = { ...example.params, ...(prefix ? await PATH_FIXTURES[prefix]!(tenant) : {}) };
  return {
    ...token,
    ...(Object.keys(params).length > 0 ? { params } : {}),
    ...(example.body === undefined ? {} : { body: atTimes(example.body) }),
  };
}

/** The body of an example, a day from now and a day ago where it says so. */
function atTimes(body: unknown): unknown {
  const text = JSON.stringify(body).replaceAll('{{tomorrow}}', inSeconds(86_400));
  return JSON.parse(text.replaceAll('{{yesterday}}', inSeconds(-86_400)));
}
