import { expect } from 'vitest';
import type { createAuthenticator } from '../../tools/simulator/passkey-authenticator.ts';
import { callApi, type Json, succeed, type TestResponse } from './api-harness.ts';
import { newPasskey } from './passkey-requests.ts';
import { newMember, setWorkspace } from './resources.ts';
import { cookieIn, exchange, newSignInToken, requestToken } from './sign-ins.ts';
import { newTenant, type Tenant } from './tenants.ts';

type Authenticator = ReturnType<typeof createAuthenticator>;

/** A member who has signed in, with an access token of the session and a passkey. */
export interface Approver {
  member: Awaited<ReturnType<typeof newMember>>;
  cookie: string;
  token: string;
  authenticator: Authenticator;
}

/** A workspace that requires approval by passkey, and a member who approves. */
export interface PasskeyTeam {
  tenant: Tenant;
  approver: Approver;
}

/** A new member with a session and a passkey. */
export async function newApprover(tenant: Tenant): Promise<Approver> {
  const member = await newMember(tenant, 'approver');
  const cookie = cookieIn(await exchange(await newSignInToken(member)));
  const { authenticator } = await newPasskey(cookie);
  return { member, cookie, token: await tokenOf(cookie), authenticator };
}

/** A new access token of the session of a cookie. */
export async function tokenOf(cookie: string): Promise<string> {
  return String((await requestToken(cookie)).json.access_token);
}

/** A new workspace that requires approval by passkey. */
export async function newPasskeyTeam(): Promise<PasskeyTeam> {
  const tenant = await newTenant();
  await setWorkspace(tenant, { approval: 'required', approval_method: 'passkey' });
  return { tenant, approver: await newApprover(tenant) };
}

/** Request the statement with which a member approves an item. */
export async function statementOf({ token }: Approver, id: string): Promise<Json> {
  return succeed('content.get-approval-statement', { token, params: { id } });
}

/** Sign a statement as the browser of a member does. */
export function sign({ authenticator }: Approver, { statement, options }: Json) {
  return { statement, credential: authenticator.get(options as Json) };
}

/** Send an approval of the content as it is, with this signature or without one. */
export async function sendApproval({ token }: Approver, id: string, passkey?: Json): Promise<TestResponse> {
  const seen = await callApi('content.get', { token, params: { id } });
  const { content_hash } = seen.json.approval as Json;
  return callApi('content.approve', { token, params: { id }, body: { content_hash, ...(passkey && { passkey }) } });
}

/** Submit an item and approve it with the passkey of a member. */
export async function approveByPasskey({ tenant, approver }: PasskeyTeam, id: string): Promise<void> {
  await submit(tenant, id);
  const answer = await sendApproval(approver, id, sign(approver, await statementOf(approver, id)));
  expect(answer.status, answer.text).toBe(200);
}

/** Submit an item. */
export async function submit({ token }: Tenant, id: string): Promise<void> {
  await succeed('content.submit', { token, params: { id }, body: {} });
}
