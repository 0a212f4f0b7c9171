import { loadAll } from '../../core/table/read.ts';
import { keyOf } from '../../core/table/schema.ts';
import { apiKeyEntity } from '../entities/api-keys.ts';
import type { ApiKey } from '../rules/api-key.ts';
import type { Member } from '../rules/member.ts';
import { type Portal, portalMember } from '../rules/portal.ts';
import type { Session } from '../rules/session.ts';
import type { Workspace } from '../rules/workspace.ts';
import { workspaceKey } from './workspaces.ts';

/**
 * Load the member that stands for a person in a portal, with the stage key that has let them in. Null once that has ended.
 * `read`: the workspace, where it was read before.
 */
export async function loadPortalMember(
  workspaceId: string,
  portal: Pick<Portal, 'stage_key_id' | 'display_name' | 'permissions'>,
  nowMs: number,
  read?: Workspace | null,
): Promise<{ member: Member; key: ApiKey } | null> {
  const keyOfStage = keyOf(apiKeyEntity, { client_id: portal.stage_key_id });
  const keys = [keyOfStage, ...(read === undefined ? [workspaceKey(workspaceId)] : [])];
  const [key, workspace = read!] = (await loadAll<object>(keys)) as [ApiKey | null, Workspace | null | undefined];
  const member = portalMember(portal, key, workspace, nowMs);
  return member && { member, key: key! };
}

/**
 * Load the member of a session whose stored member was read: of a portal, the one that stands for its person. `read`: the
 * workspace, where it was read before.
 */
export async function sessionMember(
  session: Session,
  stored: Member | null,
  nowMs: number,
  read?: Workspace | null,
): Promise<Member | null> {
  if (!session.portal) return stored;
  return (await loadPortalMember(session.workspace_id, session.portal, nowMs, read))?.member ?? null;
}
