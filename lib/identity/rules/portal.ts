import { assertHoldsAll, type Permission } from '../../core/api/permission.ts';
import type { ApiError } from '../../core/problems/define-problem.ts';
import { formatIdToken, parseIdToken } from '../../core/values/id-token.ts';
import { pick } from '../../core/values/pick.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { workspaceDeleting, workspaceSuspended } from '../problems.ts';
import { portalLinkExpired } from '../sign-in-problems.ts';
import { type ApiKey, actsIn, isKeyLive, keyPermissions } from './api-key.ts';
import type { Member } from './member.ts';
import type { Session } from './session.ts';
import { STAGE_USER_ID, stageMember } from './stage.ts';
import { statusOf, type Workspace } from './workspace.ts';

/** A person of a product in a part of the dashboard, who is no member: whom and what a stage key has let in. */
export interface Portal {
  stage_key_id: string;
  permissions: Permission[];
  display_name: string;
  /** The id of the person in the product, for the audit log; null for none. */
  actor: string | null;
  /** Where the dashboard leads back to; null for none. */
  return_url: string | null;
  /** The session ends then, however it is used. */
  ends_at: string;
}

/** A link that starts a portal session once. Stored by the hash of its token, which names the workspace. */
export interface PortalLink extends Omit<Portal, 'ends_at'> {
  hash: string;
  workspace_id: string;
  expires_at_ms: number;
}

/** How long a link is valid, in milliseconds: five minutes. */
export const PORTAL_LINK_MS = 300_000;
/** How long a portal session lasts, in seconds: an hour. */
export const PORTAL_SESSION_SECONDS = 3600;

/**
 * Throw unless a stage key may let a person in: 403 for permissions that it lacks, 409 in a workspace that is suspended or being
 * deleted.
 */
export function assertGrantsPortal(
  workspace: Workspace,
  wanted: readonly Permission[],
  held: readonly Permission[],
): void {
  assertHoldsAll(held, wanted, 'You cannot grant permissions you do not have.');
  const status = statusOf(workspace);
  if (status === 'suspended')
    throw workspaceSuspended('The workspace is suspended: it has no portal until it is resumed.');
  if (status === 'deleting') throw workspaceDeleting('The workspace is being deleted: it has no portal.');
}

/** Create the portal of a session that begins now. It ends with the access of the stage key at the latest. */
export function newPortal(link: PortalLink, key: Pick<ApiKey, 'expires_at'>, nowMs: number): Portal {
  const endMs = Math.min(nowMs + PORTAL_SESSION_SECONDS * 1000, key.expires_at ? Date.parse(key.expires_at) : Infinity);
  return {
    ...pick(link, 'stage_key_id', 'permissions', 'display_name', 'actor', 'return_url'),
    ends_at: formatInstant(endMs),
  };
}

/** Create the session of a portal. Takes only the hash of its token. */
export function newPortalSession(
  { workspace_id, id }: Pick<Session, 'workspace_id' | 'id'>,
  portal: Portal,
  token_hash: string,
  nowMs: number,
): Session {
  const now = formatInstant(nowMs);
  const times = { created_at: now, last_used_at: now };
  return { id, workspace_id, user_id: STAGE_USER_ID, token_hash, ...times, portal, version: 0 };
}

/**
 * Return the member that stands for a person in a portal: a viewer with the permissions of the portal that the stage key
 * still has. Null after the end of the stage key, and in a workspace that is suspended or being deleted.
 */
export function portalMember(
  portal: Pick<Portal, 'display_name' | 'permissions'>,
  key: ApiKey | null,
  workspace: Workspace | null,
  nowMs: number,
): Member | null {
  if (!key || !isKeyLive(key, nowMs) || !workspace) return null;
  if (!actsIn(key, workspace.id) || statusOf(workspace) !== 'active') return null;
  const permissions = keyPermissions(key, portal);
  return { ...stageMember(workspace.id), name: portal.display_name, role: 'viewer', permissions };
}

/** Build the token of a link, which names its workspace. */
export function formatPortalToken(workspaceId: string, secret: string): string {
  return formatIdToken([workspaceId], secret);
}

/** Return the workspace that a token names, or null for any other text. It selects what is read, and proves nothing. */
export function parsePortalToken(text: string): string | null {
  return parseIdToken(text, ['workspace'])?.[0] ?? null;
}

/** Build the URL of a link. The token is in the fragment, which browsers send to no server. */
export function portalUrl(dashboardOrigin: string, token: string): string {
  return `${dashboardOrigin}/app/#/portal?token=${token}`;
}

/** Create the error for a link that is unknown, used or expired, and for one that leads nowhere any more, alike. */
export function portalLinkError(): ApiError {
  return portalLinkExpired('The link is unknown, used or expired. Open it again from the product.');
}
