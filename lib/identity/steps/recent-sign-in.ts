import type { Caller } from '../pipeline/request-context.ts';
import { invalidToken } from '../problems.ts';
import { assertRecentSignIn, isSessionLive } from '../rules/session.ts';
import { loadMember } from '../store/members.ts';
import { loadSession } from '../store/sessions.ts';

/**
 * Throw unless a caller may add access that stays after their session, or change who can approve or publish: 403 without a
 * recent sign-in, and 401 after the end of the session. API keys may.
 */
export async function assertMayAddAccess(caller: Caller, nowMs: number): Promise<void> {
  assertRecentSignIn(caller.signedInAt, nowMs);
  await assertSessionLives(caller, nowMs);
}

/** Throw 401 after the end of the session of a caller, also in the minute in which this instance still accepts its token. */
export async function assertSessionLives(caller: Caller, nowMs: number): Promise<void> {
  const { signedInAt, workspace, userId, clientId: id } = caller;
  if (signedInAt === null) return;
  const workspace_id = workspace.id;
  const [session, member] = await Promise.all([loadSession({ workspace_id, id }), loadMember(workspace_id, userId)]);
  if (session && member && isSessionLive(session, member, nowMs)) return;
  throw invalidToken('The session of this access token has ended. Sign in again.');
}
