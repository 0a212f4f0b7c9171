import { newBearerSecret, secretHash } from '../../core/crypto/bearer-secret.ts';
import type { Write } from '../../core/table/commit.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import type { HandlerResult } from '../pipeline/request-context.ts';
import { sessionCookie } from '../pipeline/session-cookie.ts';
import type { Member } from '../rules/member.ts';
import { formatSessionToken, newSession, sessionEndMs } from '../rules/session.ts';
import { sessionWrite } from '../store/sessions.ts';

/** Build the response that starts a session of a member, with its cookie. `proof`: the write that uses up the proof. */
export function startSession(member: Member, id: string, proof: Write[], nowMs: number): HandlerResult {
  const { workspace_id, id: user_id } = member;
  const name = { workspace_id, user_id, id };
  const token = formatSessionToken(name, newBearerSecret());
  const session = newSession(name, member, secretHash(token), nowMs);
  return {
    status: 201,
    headers: { 'set-cookie': sessionCookie(token) },
    body: { workspace_id, user_id, expires_at: formatInstant(sessionEndMs(session)) },
    writes: [...proof, sessionWrite(null, session)],
    actorUserId: user_id,
    actorClientId: id,
  };
}
