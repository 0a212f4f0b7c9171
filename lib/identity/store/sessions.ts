import { secretHash } from '../../core/crypto/bearer-secret.ts';
import type { Write } from '../../core/table/commit.ts';
import { load, loadAll, query } from '../../core/table/read.ts';
import { keyOf, type PrimaryKey, partition } from '../../core/table/schema.ts';
import { versioned } from '../../core/table/versioned.ts';
import { sessionEntity } from '../entities/sign-in.ts';
import type { Member } from '../rules/member.ts';
import { isSessionLive, type Session, type SessionName, sessionEndMs } from '../rules/session.ts';

/** At most this many sessions of a member are listed. */
const MAX_LISTED = 100;

/** Return the key of a session. */
export function sessionKey({ workspace_id, id }: Pick<SessionName, 'workspace_id' | 'id'>): PrimaryKey {
  return keyOf(sessionEntity, { workspace_id, id });
}

/** Build the write of a session: new, or after the version that was read. The table deletes it after its end. */
export function sessionWrite(before: Session | null, after: Session): Write {
  return versioned(sessionEntity, before, after, {}, sessionEndMs(after));
}

/** Build the write that deletes a session. */
export function deleteSessionWrite(session: Session): Write {
  return { delete: sessionKey(session), condition: 'any' };
}

/** Load the session of a token, also one that has ended; null when there is none or the secret is wrong. */
export async function loadSessionByToken(name: SessionName, token: string): Promise<Session | null> {
  const session = await load<Session>(sessionKey(name));
  return session?.token_hash === secretHash(token) && session.user_id === name.user_id ? session : null;
}

/** Load a session by its id, or null. */
export function loadSession(name: Pick<SessionName, 'workspace_id' | 'id'>): Promise<Session | null> {
  return load<Session>(sessionKey(name));
}

/** List the sessions of a member that have not ended, the newest first: at most 100, of those that began last. */
export async function listSessions(member: Member, nowMs: number): Promise<Session[]> {
  const { workspace_id, id: user_id } = member;
  const pk = partition(sessionEntity, 'parent_pk', { workspace_id, user_id });
  const listed = await query({ index: 'by_parent', pk, descending: true, limit: MAX_LISTED });
  const sessions = await loadAll<Session>(listed.map(({ pk, sk }) => ({ pk, sk }) as PrimaryKey));
  return sessions.filter((session) => session !== null).filter((session) => isSessionLive(session, member, nowMs));
}
