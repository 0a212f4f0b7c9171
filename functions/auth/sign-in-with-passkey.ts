import { operation } from '../../lib/identity/api/auth/sign-in-with-passkey.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertSameSite } from '../../lib/identity/pipeline/session-cookie.ts';
import { parseUserHandle, passkeyRejectedError, touchPasskey } from '../../lib/identity/rules/passkey.ts';
import { loadAnsweredChallenge, userHandleOf, verifySignature } from '../../lib/identity/steps/passkey-credential.ts';
import { startSession } from '../../lib/identity/steps/start-session.ts';
import { loadMember } from '../../lib/identity/store/members.ts';
import { loadPasskeys, passkeyWrite, usedChallengeWrite } from '../../lib/identity/store/passkeys.ts';
import { listSessions } from '../../lib/identity/store/sessions.ts';

/** Exchange the signature of a passkey over an open challenge for a session of its member. */
export const handler = defineEndpoint(operation, async ({ body: { credential }, context, nowMs, newId }) => {
  assertSameSite(context);
  const challenge = await loadAnsweredChallenge(credential, nowMs);
  const owner = parseUserHandle(userHandleOf(credential) ?? '');
  // The challenge of a member who adds a passkey is not one for a sign-in.
  if (!owner || challenge.owner !== null) throw passkeyRejectedError();
  const passkey = (await loadPasskeys(owner)).find(({ credential_id }) => credential_id === credential.id);
  const member = passkey && (await loadMember(owner.workspace_id, owner.user_id));
  if (!member) throw passkeyRejectedError();
  const counter = await verifySignature(context, credential, passkey);
  const used = passkeyWrite(passkey, touchPasskey(passkey, counter, nowMs));
  const proof = [usedChallengeWrite(challenge), used];
  const sessions = await listSessions(member, nowMs);
  return startSession(member, newId('session'), { proof, sessions }, nowMs);
});
