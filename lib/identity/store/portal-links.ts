import { newBearerSecret, secretHash } from '../../core/crypto/bearer-secret.ts';
import type { Write } from '../../core/table/commit.ts';
import { load } from '../../core/table/read.ts';
import { keyOf, toItem } from '../../core/table/schema.ts';
import { portalLinkEntity } from '../entities/sign-in.ts';
import { formatPortalToken, type PortalLink, parsePortalToken } from '../rules/portal.ts';

/** Create a link that starts a portal session, with its token. Only the URL of the link contains the token. */
export function createPortalLink(fields: Omit<PortalLink, 'hash'>): { token: string; write: Write } {
  const token = formatPortalToken(fields.workspace_id, newBearerSecret());
  return { token, write: portalLinkWrite({ ...fields, hash: secretHash(token) }) };
}

/** Build the write of a link. Only the hash of its token is stored. */
export function portalLinkWrite(link: PortalLink): Write {
  return { put: toItem(portalLinkEntity, link, {}, link.expires_at_ms), condition: 'absent' };
}

/** Build the write that uses a link: of two concurrent requests with it one succeeds. */
export function usedPortalLinkWrite({ workspace_id, hash }: PortalLink): Write {
  return { delete: keyOf(portalLinkEntity, { workspace_id, hash }), condition: 'present' };
}

/** Load the link of a token; null when it is unknown, used or expired. */
export async function loadPortalLink(token: string, nowMs: number): Promise<PortalLink | null> {
  const workspace_id = parsePortalToken(token);
  if (workspace_id === null) return null;
  const link = await load<PortalLink>(keyOf(portalLinkEntity, { workspace_id, hash: secretHash(token) }));
  return link && nowMs < link.expires_at_ms ? link : null;
}
