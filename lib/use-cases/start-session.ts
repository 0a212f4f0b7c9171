import { newBearerSecret, secretHash } from '../crypto/bearer-secret.ts';
import type { Member } from '../domain/identity/member.ts';
import { formatSessionToken, newSession, sessionEndMs } from '../domain/identity/session.ts';
import { formatInstant } from '../domain/timestamps.ts';
import type { HandlerResult } from '../http/request-context.ts';
import { sessionCookie } from '../http/session-cookie.ts';
import type { Write } from '../table/commit.ts';
import { sessionWrite } from '../table/sessions.ts';

/** Build the response that starts a session of a member, with its cookie. `proof`: the write that uses up the proof. */
export function startSession(member: Member, id: string, proof: Write[], nowMs: number): HandlerResult {
  const { workspace_id, id: user_id } = member;
  const name = { workspace_id, user_id, id };
  const token = formatSessionToken(name, newBearerSecret());
  const session = newSession(name, secretHash(token), nowMs);
  return {
    status: 201,
    headers: { 'set-cookie': sessionCookie(token) },
    body: { workspace_id, user_id, expires_at: formatInstant(sessionEndMs(session)) },
    writes: [...proof, sessionWrite(null, session)],
    actorUserId: user_id,
    actorClientId: id,
  };
}
