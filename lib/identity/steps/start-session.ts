import { newBearerSecret, secretHash } from '../../core/crypto/bearer-secret.ts';
import type { Write } from '../../core/table/commit.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import type { HandlerResult } from '../pipeline/request-context.ts';
import { sessionCookie } from '../pipeline/session-cookie.ts';
import type { Member } from '../rules/member.ts';
import {
  formatSessionToken,
  MAX_SESSIONS_PER_MEMBER,
  newSession,
  type Session,
  sessionEndMs,
} from '../rules/session.ts';
import { deleteSessionWrite, sessionWrite } from '../store/sessions.ts';

/**
 * Build the response that starts a session of a member, with its cookie, and ends the oldest of their `sessions`, the newest
 * first, beyond the maximum. `proof`: the write that uses up the proof.
 */
export function startSession(
  member: Member,
  id: string,
  { proof, sessions }: { proof: Write[]; sessions: Session[] },
  nowMs: number,
): HandlerResult {
  const { workspace_id, id: user_id } = member;
  const name = { workspace_id, user_id, id };
  const token = formatSessionToken(name, newBearerSecret());
  const session = newSession(name, member, secretHash(token), nowMs);
  const oldest = sessions.slice(MAX_SESSIONS_PER_MEMBER - 1);
  return {
    status: 201,
    headers: { 'set-cookie': sessionCookie(token) },
    body: { workspace_id, user_id, expires_at: formatInstant(sessionEndMs(session)) },
    writes: [...proof, sessionWrite(null, session), ...oldest.map(deleteSessionWrite)],
    actorUserId: user_id,
    actorClientId: id,
  };
}
