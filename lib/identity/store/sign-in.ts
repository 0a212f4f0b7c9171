import { secretHash } from '../../core/crypto/bearer-secret.ts';
import type { Write } from '../../core/table/commit.ts';
import { load } from '../../core/table/read.ts';
import { keyOf, toItem } from '../../core/table/schema.ts';
import type { SignInLink, SignInRequest } from '../rules/sign-in.ts';

/** Build the write of a request for sign-in links. Its stream record queues the emails. */
export function signInRequestWrite(request: SignInRequest): Write {
  return { put: toItem('SignInRequest', request, {}, request.expires_at_ms), condition: 'absent' };
}

/** Load a request for sign-in links, or null. */
export function loadSignInRequest(id: string): Promise<SignInRequest | null> {
  return load<SignInRequest>(keyOf('SignInRequest', { id }));
}

/** Build the write of a link that signs a member in until `expiresAtMs`. Only the hash of its token is stored. */
export function signInLinkWrite(
  member: { workspace_id: string; id: string },
  token: string,
  expiresAtMs: number,
): Write {
  const { workspace_id, id: user_id } = member;
  const link: SignInLink = { hash: secretHash(token), workspace_id, user_id, expires_at_ms: expiresAtMs };
  return { put: toItem('SignInLink', link, {}, expiresAtMs), condition: 'absent' };
}

/** Build the write that uses a link: of two concurrent requests one succeeds. */
export function usedLinkWrite({ hash }: SignInLink): Write {
  return { delete: keyOf('SignInLink', { hash }), condition: 'present' };
}

/** Load the link of a token, or null when it is unknown, used or expired. */
export async function loadSignInLink(token: string, nowMs: number): Promise<SignInLink | null> {
  const link = await load<SignInLink>(keyOf('SignInLink', { hash: secretHash(token) }));
  return link && nowMs < link.expires_at_ms ? link : null;
}
