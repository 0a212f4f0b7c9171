import { endpointOf, type OperationId } from '../../lib/bundle/endpoints.ts';
import { callApi, inSeconds, type Json, type TestRequest } from './api-harness.ts';
import { AUTHORIZATION_REQUESTS } from './authorizations.ts';
import { createFlow, newWorkspaceApp, ORGANIZATIONS, offeringFlow, setStageApp, startFlow } from './connections.ts';
import { DEVICE_REQUESTS } from './device-logins.ts';
import { newCredential, newPasskey, signInOptions } from './passkey-requests.ts';
import { commentOn, inboundAccount, VERIFICATION_QUERY, webhook } from './platform-webhooks.ts';
import { newPortalToken } from './portals.ts';
import { publishTo, REJECTED } from './publish-step.ts';
import {
  engagementWith,
  newContent,
  newDelivery,
  newInvitation,
  newPendingContent,
  newReviewLink,
  newWebhook,
  reviewForm,
  UNREACHABLE_URL,
} from './resources.ts';
import { madeFor } from './samples.ts';
import { freshAddress, freshEmail, newSessionCookie, newSignInToken, requestToken } from './sign-ins.ts';
import { newId, newStageTenant, type Tenant } from './tenants.ts';

/** Requests that need more than the sample of their path and the example of their declaration. */
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
  'auth.create-portal-session': async ({ workspace }) => ({
    body: { token: await newPortalToken(await newStageTenant(), workspace.id) },
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
  'review.respond': async (tenant) =>
    reviewForm({ token: (await newReviewLink(tenant)).token, action: 'comment', text: 'A remark' }),
  'branding.delete': async ({ token }) => {
    await callApi('branding.set', { token, body: { name: 'Example Social' } });
    return {};
  },
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
  'webhooks.get-delivery': deliveryOf,
  'webhooks.replay-delivery': deliveryOf,
  // Without permissions of its own, so that a caller who holds keys:write alone may make it.
  'stage-keys.create': async () => ({ body: { name: 'Another stage key' } }),
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

async function deliveryOf(tenant: Tenant): Promise<TestRequest> {
  const { webhook_id: id } = await newWebhook(tenant, { url: `${UNREACHABLE_URL}/${newId('endpoint')}` });
  return { params: { id, delivery_id: (await newDelivery(tenant, id)).id } };
}

/** Make a request that succeeds, on things made for it: the example of the declaration, with ids of the tenant. */
export async function validRequest(operation: OperationId, tenant: Tenant): Promise<TestRequest> {
  const { permissions, path, example = {} } = endpointOf(operation);
  const token = permissions === 'none' ? {} : { token: tenant.token };
  const special = SPECIAL_REQUESTS[operation];
  if (special) return { ...token, ...(await special(tenant)) };
  const made = Object.entries(await madeFor(operation, tenant));
  const params = { ...example.params, ...Object.fromEntries(made.filter(([name]) => path.includes(`{${name}}`))) };
  // A list is requested without its filters, and a page by its secret.
  const query = made.flatMap(([value, own]) =>
    Object.entries(example.query ?? {}).flatMap(([name, shown]) => (shown === value ? [[name, own]] : [])),
  );
  return {
    ...token,
    ...(Object.keys(params).length > 0 ? { params } : {}),
    ...(query.length > 0 ? { query: Object.fromEntries(query) } : {}),
    ...(example.body === undefined ? {} : { body: atTimes(example.body) }),
  };
}

/** The body of an example, a day from now and a day ago where it says so. */
function atTimes(body: unknown): unknown {
  const text = JSON.stringify(body).replaceAll('{{tomorrow}}', inSeconds(86_400));
  return JSON.parse(text.replaceAll('{{yesterday}}', inSeconds(-86_400)));
}
