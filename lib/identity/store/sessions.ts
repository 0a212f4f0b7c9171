import { secretHash } from '../../core/crypto/bearer-secret.ts';
import type { Write } from '../../core/table/commit.ts';
import { load } from '../../core/table/read.ts';
import { keyOf, type PrimaryKey } from '../../core/table/schema.ts';
import { versioned } from '../../core/table/versioned.ts';
import { type Session, type SessionName, sessionEndMs } from '../rules/session.ts';

/** Return the key of a session. */
export function sessionKey({ workspace_id, id }: Pick<SessionName, 'workspace_id' | 'id'>): PrimaryKey {
  return keyOf('Session', { workspace_id, id });
}

/** Build the write of a session: new, or after the version that was read. The table deletes it after its end. */
export function sessionWrite(before: Session | null, after: Session): Write {
  return versioned('Session', before, after, {}, sessionEndMs(after));
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
