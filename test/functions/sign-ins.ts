import { randomBytes, randomUUID } from 'node:crypto';
import { commit } from '../../lib/core/table/commit.ts';
import type { Member } from '../../lib/identity/rules/member.ts';
import { memberWrites } from '../../lib/identity/store/members.ts';
import { createSignInLink, signInLinkWrite } from '../../lib/identity/store/sign-in.ts';
import { callApi, type TestRequest, type TestResponse } from './api-harness.ts';
import { newId, newTenant } from './tenants.ts';

// An instance keeps quota from test to test and from file to file, and `newInstance` loads these modules again: a counter
// would begin again, and name an address whose quota an earlier file has used.
/** A source address from which no other request has come. */
export function freshAddress(): string {
  return `10.${[...randomBytes(3)].join('.')}`;
}

/** An email address that no other request has named. */
export function freshEmail(): string {
  return `person-${randomUUID()}@example.com`;
}

/** A member in a new workspace whose email address no other request has named. */
export async function newPerson(email = freshEmail()) {
  const tenant = await newTenant();
  const member = { ...tenant.owner, id: newId('user'), email };
  await commit(memberWrites(member));
  return { tenant, member, email };
}

/** The token of a sign-in link, as an email has it. */
export async function newSignInToken(member: Pick<Member, 'workspace_id' | 'id'>): Promise<string> {
  const name = { workspace_id: member.workspace_id, user_id: member.id };
  const { token, link } = createSignInLink(name, { nowMs: Date.now() });
  await commit([signInLinkWrite(link)]);
  return token;
}

/** Exchange the token of a sign-in link for a session. */
export function exchange(token: string, request: TestRequest = {}): Promise<TestResponse> {
  return callApi('auth.create-session', { sourceIp: freshAddress(), body: { token }, ...request });
}

/** The cookie that a browser sends after a response has set it. */
export function cookieIn({ headers }: TestResponse): string {
  return headers['set-cookie']!.split(';')[0]!;
}

/** The cookie of a new session of a member. */
export async function newSessionCookie(member: Pick<Member, 'workspace_id' | 'id'>): Promise<string> {
  return cookieIn(await exchange(await newSignInToken(member)));
}

/** Request an access token of a session. */
export function requestToken(cookie: string, headers: Record<string, string> = {}): Promise<TestResponse> {
  return callApi('auth.create-session-token', { headers: { cookie, ...headers } });
}

/** An access token of a new session of a member. */
export async function sessionToken(member: Pick<Member, 'workspace_id' | 'id'>): Promise<string> {
  return String((await requestToken(await newSessionCookie(member))).json.access_token);
}

/** The rate limits of operations that have their own. */
export const OWN_POLICIES: Record<string, string> = {
  'calendar-feeds.show': '"address";q=10000;w=60, "calendar-feed-network";q=120;w=3600, "calendar-feed";q=1200;w=3600',
  'review.show': '"address";q=10000;w=60, "review-link";q=60;w=60',
  'review.respond': '"address";q=10000;w=60, "review-link";q=60;w=60',
  'auth.token': '"tokens";q=100;w=60',
  'auth.sign-in': '"sign-in";q=60;w=60',
  'auth.create-device-code': '"device-login";q=60;w=60',
  'auth.read-device-login': '"tokens";q=100;w=60, "user-code";q=60;w=3600',
  'auth.decide-device-login': '"tokens";q=100;w=60, "user-code";q=60;w=3600',
  'auth.read-authorization': '"tokens";q=100;w=60',
  'auth.decide-authorization': '"tokens";q=100;w=60',
  'auth.create-session-token': '"tokens";q=100;w=60',
  'auth.create-passkey-options': '"tokens";q=100;w=60',
  'auth.create-passkey': '"tokens";q=100;w=60',
  'auth.list-passkeys': '"tokens";q=100;w=60',
  'auth.list-sessions': '"tokens";q=100;w=60',
  'auth.end-session': '"tokens";q=100;w=60',
  'auth.delete-passkey': '"tokens";q=100;w=60',
};
