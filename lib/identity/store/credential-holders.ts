import { isId } from '../../core/values/id.ts';
import { isKeyLive, keyPermissions } from '../rules/api-key.ts';
import type { Credential, CredentialHolder } from '../rules/credential.ts';
import { isSessionLive } from '../rules/session.ts';
import { loadActiveKey } from './api-keys.ts';
import { loadMember } from './members.ts';
import { loadSession } from './sessions.ts';

/** Load what a member may do now by a credential. What the credential has created ends with it. */
export async function loadCredentialHolder(
  workspace_id: string,
  { user_id, client_id }: Credential,
  nowMs: number,
): Promise<CredentialHolder> {
  const isSession = client_id !== null && isId('session', client_id);
  const [member, session, key] = await Promise.all([
    loadMember(workspace_id, user_id),
    isSession ? loadSession({ workspace_id, id: client_id }) : null,
    client_id === null || isSession ? null : loadActiveKey(workspace_id, client_id),
  ]);
  const holder = { member, permissions: [], allowedIps: key?.allowed_ips ?? [] };
  if (!member) return holder;
  if (client_id === null) return { ...holder, permissions: member.permissions };
  if (isSession) {
    return session && !session.portal && isSessionLive(session, member, nowMs)
      ? { ...holder, permissions: member.permissions }
      : holder;
  }
  return key && isKeyLive(key, nowMs) && !key.agent?.paused_at
    ? { ...holder, permissions: keyPermissions(key, member) }
    : holder;
}
