import type { Member } from '../../lib/identity/rules/member.ts';
import { callApi, type Json, type TestRequest, type TestResponse } from './api-harness.ts';
import { freshAddress, newSessionCookie } from './sign-ins.ts';
import type { Tenant } from './tenants.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** The codes that a device receives. */
export interface Codes {
  device_code: string;
  user_code: string;
}

/** Start a device login as the command line does. */
export async function startDevice(fields: Json = {}): Promise<Codes> {
  const body = { client_id: 'cis', device_name: 'laptop of Ada', ...fields };
  const answer = await callApi('auth.create-device-code', { body, sourceIp: freshAddress() });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json as unknown as Codes;
}

/** Poll with a device code. */
export function poll(deviceCode: string, sourceIp?: string): Promise<TestResponse> {
  const body = { client_id: 'cis', grant_type: GRANT, device_code: deviceCode };
  return callApi('auth.token', { body, ...(sourceIp && { sourceIp }) });
}

/** Exchange a refresh token. */
export function refresh(refreshToken: string, fields: Json = {}): Promise<TestResponse> {
  const body = { client_id: 'cis', grant_type: 'refresh_token', refresh_token: refreshToken, ...fields };
  return callApi('auth.token', { body });
}

/** Read a device login in the dashboard. */
export function readLogin(cookie: string, userCode: string): Promise<TestResponse> {
  return callApi('auth.read-device-login', { headers: { cookie }, body: { user_code: userCode } });
}

/** Decide as the dashboard does after it has shown the login. */
export async function decide(
  cookie: string,
  userCode: string,
  decision: 'approve' | 'deny' = 'approve',
): Promise<TestResponse> {
  const { confirmation = '' } = (await readLogin(cookie, userCode)).json;
  const body = { user_code: userCode, decision, confirmation };
  return callApi('auth.decide-device-login', { headers: { cookie }, body });
}

/** Sign a device in as a member. Returns the response to its poll. */
export async function signInDevice(member: Member, fields: Json = {}): Promise<TestResponse> {
  const { device_code, user_code } = await startDevice(fields);
  await decide(await newSessionCookie(member), user_code);
  return poll(device_code);
}

/** Requests of device logins that succeed. */
export const DEVICE_REQUESTS: Record<string, (tenant: Tenant) => Promise<TestRequest>> = {
  'auth.create-device-code': async () => ({ body: { client_id: 'cis' }, sourceIp: freshAddress() }),
  'auth.read-device-login': async ({ owner }) => ({
    headers: { cookie: await newSessionCookie(owner) },
    body: { user_code: (await startDevice()).user_code },
  }),
  'auth.decide-device-login': async ({ owner }) => {
    const cookie = await newSessionCookie(owner);
    const { user_code } = await startDevice();
    const { confirmation } = (await readLogin(cookie, user_code)).json;
    return { headers: { cookie }, body: { user_code, decision: 'approve', confirmation } };
  },
  'auth.revoke': async ({ owner }) => ({
    body: { client_id: 'cis', token: (await signInDevice(owner)).json.refresh_token },
  }),
};
