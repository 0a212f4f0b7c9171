import { STAGE_PERMISSIONS } from '../../core/api/permission.ts';
import type { AuditStamp } from '../../core/table/audit-stamp.ts';
import { isId } from '../../core/values/id.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import type { Member } from './member.ts';
import type { Workspace } from './workspace.ts';

/**
 * The workspace that has the stage keys, with their audit log, their rate limit and the secret of their cursors. It has no
 * members and no content, and is in no list of workspaces.
 */
export const STAGE_WORKSPACE_ID = 'ws_00000000000000000000000000';

/** The user that stands for stage keys in every workspace. No item stores it, and no team lists it. */
export const STAGE_USER_ID = 'usr_00000000000000000000000000';

/**
 * Return the member that stands for stage keys in a workspace: an admin without a session and an email address, with what a
 * stage key can have. What a stage key creates belongs to it, so it does not end when the key does.
 */
export function stageMember(workspace_id: string): Member {
  return {
    id: STAGE_USER_ID,
    workspace_id,
    name: '',
    email: '',
    role: 'admin',
    permissions: [...STAGE_PERMISSIONS],
    created_at: '1970-01-01T00:00:00.000Z',
    version: 0,
  };
}

/** Create the workspace that has the stage keys, before the first of them. */
export function newStageWorkspace(cursor_secret: string, nowMs: number): Workspace {
  const created_at = formatInstant(nowMs);
  return { id: STAGE_WORKSPACE_ID, name: 'Stage', plan: 'enterprise', cursor_secret, created_at, version: 0 };
}

/** Return who has requested a change, for its audit stamp: a user, or a stage key, which is of no user. */
export function requesterOf({
  user_id,
  client_id,
}: Pick<AuditStamp, 'user_id' | 'client_id'>): Pick<AuditStamp, 'type' | 'user_id' | 'client_id'> {
  if (client_id !== null && isId('stageKey', client_id)) return { type: 'stage_key', user_id: null, client_id };
  return { type: 'user', user_id, client_id };
}
