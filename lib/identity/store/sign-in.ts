import { newBearerSecret, secretHash } from '../../core/crypto/bearer-secret.ts';
import type { Write } from '../../core/table/commit.ts';
import { load, loadPartition } from '../../core/table/read.ts';
import { keyOf, partition, toItem } from '../../core/table/schema.ts';
import { signInLinkEntity, signInRequestEntity } from '../entities/sign-in.ts';
import {
  formatSignInToken,
  newSignInLink,
  parseSignInToken,
  type SignInLink,
  type SignInName,
  type SignInRequest,
} from '../rules/sign-in.ts';

/** Build the write of a request for sign-in links. Its stream record queues the emails. */
export function signInRequestWrite(request: SignInRequest): Write {
  return { put: toItem(signInRequestEntity, request, {}, request.expires_at_ms), condition: 'absent' };
}

/** Load a request for sign-in links, or null. */
export function loadSignInRequest(id: string): Promise<SignInRequest | null> {
  return load<SignInRequest>(keyOf(signInRequestEntity, { id }));
}

/** Create a link that signs a member in, with its token. Only the URL of the link contains the token. */
export function createSignInLink(
  name: SignInName,
  options: { requestId?: string | null; nowMs: number; validMs?: number },
): { token: string; link: SignInLink } {
  const token = formatSignInToken(name, newBearerSecret());
  return { token, link: newSignInLink(name, secretHash(token), options) };
}

/** Build the write of a link. Only the hash of its token is stored. */
export function signInLinkWrite(link: SignInLink): Write {
  return { put: toItem(signInLinkEntity, link, {}, link.expires_at_ms), condition: 'absent' };
}

/** Build the write of a link whose email SES has not accepted, as far as is known: it keeps no other email back. */
export function unsentLinkWrite(link: SignInLink): Write {
  return { put: toItem(signInLinkEntity, { ...link, request_id: null }, {}, link.expires_at_ms), condition: 'present' };
}

/**
 * Build the writes that use a link, which end the other links of its member: of several concurrent requests with links of
 * one member one succeeds.
 */
export function usedLinkWrites(link: SignInLink, links: readonly SignInLink[]): Write[] {
  return links.map((each) => ({ ...deleteLinkWrite(each), condition: each.hash === link.hash ? 'present' : 'any' }));
}

/** Build the write that deletes a link, whether or not it is there. */
export function deleteLinkWrite(link: SignInLink): Write {
  return { delete: keyOf(signInLinkEntity, { ...link }), condition: 'any' };
}

/** Load the links of a member that are neither used nor expired. */
export async function loadSignInLinks({ workspace_id, user_id }: SignInName, nowMs: number): Promise<SignInLink[]> {
  const links = await loadPartition<SignInLink>(partition(signInLinkEntity, 'pk', { workspace_id, user_id }));
  return links.filter(({ expires_at_ms }) => nowMs < expires_at_ms);
}

/** Load the link of a token, with all links of its member; null when it is unknown, used or expired. */
export async function loadSignInLink(
  token: string,
  nowMs: number,
): Promise<{ link: SignInLink; links: SignInLink[] } | null> {
  const name = parseSignInToken(token);
  if (!name) return null;
  const links = await loadSignInLinks(name, nowMs);
  const link = links.find(({ hash }) => hash === secretHash(token));
  return link ? { link, links } : null;
}
