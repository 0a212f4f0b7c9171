import { endpointOf, type OperationId } from '../../lib/bundle/endpoints.ts';
import { callApi, inSeconds, type Json, type TestRequest } from './api-harness.ts';
import { AUTHORIZATION_REQUESTS } from './authorizations.ts';
import { createFlow, newWorkspaceApp, ORGANIZATIONS, offeringFlow, setStageApp, startFlow } from './connections.ts';
import { DEVICE_REQUESTS } from './device-logins.ts';
import { newCredential, newPasskey, signInOptions } from './passkey-requests.ts';
import { commentOn, inboundAccount, VERIFICATION_QUERY, webhook } from './platform-webhooks.ts';
import { publishTo, REJECTED } from './publish-step.ts';
import {
  engagementWith,
  newAccount,
  newCalendarFeed,
  newContent,
  newDelivery,
  newEntry,
  newEvent,
  newExport,
  newHalt,
  newInvitation,
  newKey,
  newLabel,
  newLinkRule,
  newMember,
  newPendingContent,
  newQueue,
  newReadyImport,
  newReadyMedia,
  newRecurrence,
  newReviewComment,
  newReviewLink,
  newSandboxPost,
  newTemplate,
  newWebhook,
  reviewForm,
  UNREACHABLE_URL,
} from './resources.ts';
import { freshAddress, freshEmail, newSessionCookie, newSignInToken, requestToken } from './sign-ins.ts';
import { newId, type Tenant } from './tenants.ts';

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
  '/v1/halts/{id}': async (tenant) => ({ id: (await newHalt(tenant)).id }),
  '/v1/labels/{id}': async (tenant) => ({ id: (await newLabel(tenant)).id }),
  '/v1/link-rules/{id}': async (tenant) => ({ id: (await newLinkRule(tenant)).id }),
  '/v1/media/{id}': async (tenant) => ({ id: (await newReadyMedia(tenant)).id }),
  '/v1/templates/{id}': async (tenant) => ({ id: (await newTemplate(tenant)).id }),
  '/v1/schedule/{id}': async (tenant) => ({ id: (await newEntry(tenant)).schedule_id }),
  '/v1/accounts/{id}': async (tenant) => ({ id: (await newAccount(tenant)).id }),
  '/v1/queues/{id}': async (tenant) => ({ id: (await newQueue(tenant)).id }),
  // A recurrence that is paused has no items, which the stream would change.
  '/v1/recurrences/{id}': async (tenant) => ({ id: (await newRecurrence(tenant, { paused: true })).id }),
  '/v1/team/members/{id}': async (tenant) => ({ id: (await newMember(tenant)).id }),
  '/v1/team/invitations/{id}': async (tenant) => ({
    id: (await newInvitation(tenant, {}, 120)).invitation.id,
  }),
  '/v1/keys/{id}': async (tenant) => ({ id: (await newKey(tenant)).id }),
  '/v1/calendar-feeds/{id}': async (tenant) => ({ id: (await newCalendarFeed(tenant)).id }),
  '/v1/imports/{id}': async (tenant) => ({ id: await newReadyImport(tenant) }),
  '/v1/exports/{id}': async (tenant) => ({ id: (await newExport(tenant)).id }),
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
  'calendar-feeds.show': async (tenant) => ({ query: { token: (await newCalendarFeed(tenant)).token } }),
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
