import { PORTAL_PERMISSIONS } from '../../lib/core/api/permission.ts';
import { callApi, type Json, type TestRequest, type TestResponse } from './api-harness.ts';
import { cookieIn, freshAddress, requestToken } from './sign-ins.ts';
import type { Tenant } from './tenants.ts';

/** Request a portal link by a stage key, with all permissions that a portal can have. */
export function createPortal({ token }: Pick<Tenant, 'token'>, id: string, body: Json = {}): Promise<TestResponse> {
  const person = { display_name: 'Grace Hopper', permissions: PORTAL_PERMISSIONS };
  return callApi('workspaces.create-portal-session', { token, params: { id }, body: { ...person, ...body } });
}

/** The token of a new portal link. */
export async function newPortalToken(stage: Pick<Tenant, 'token'>, id: string, body: Json = {}): Promise<string> {
  const { json } = await createPortal(stage, id, body);
  return String(json.url).split('token=')[1]!;
}

/** Exchange the token of a portal link for a session. */
export function enterPortal(token: string, request: TestRequest = {}): Promise<TestResponse> {
  return callApi('auth.create-portal-session', { sourceIp: freshAddress(), body: { token }, ...request });
}

/** The cookie of a new portal session. */
export async function newPortalCookie(stage: Pick<Tenant, 'token'>, id: string, body: Json = {}): Promise<string> {
  return cookieIn(await enterPortal(await newPortalToken(stage, id, body)));
}

/** An access token of a new portal session. */
export async function newPortalAccess(stage: Pick<Tenant, 'token'>, id: string, body: Json = {}): Promise<string> {
  return String((await requestToken(await newPortalCookie(stage, id, body))).json.access_token);
}
