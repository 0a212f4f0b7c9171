import { formatInstant } from '../../lib/core/values/timestamps.ts';
import { operation } from '../../lib/identity/api/auth/create-passkey.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertMayAddPasskey, passkeyRejectedError, toPasskeyView } from '../../lib/identity/rules/passkey.ts';
import { assertRecentSignIn } from '../../lib/identity/rules/session.ts';
import { loadCallerSession } from '../../lib/identity/steps/current-session.ts';
import { loadAnsweredChallenge, verifyNewCredential } from '../../lib/identity/steps/passkey-credential.ts';
import { certifiedKeyOf } from '../../lib/identity/steps/signing-key.ts';
import { loadPasskeysForChange, newPasskeyWrites, usedChallengeWrite } from '../../lib/identity/store/passkeys.ts';

/** Store a passkey that the browser of a member has created for a challenge of theirs. */
export const handler = defineEndpoint(operation, async ({ context, body, nowMs, newId }) => {
  const { session } = await loadCallerSession(context, nowMs);
  assertRecentSignIn(session.created_at, nowMs);
  const { workspace_id, user_id } = session;
  const challenge = await loadAnsweredChallenge(body.credential, nowMs);
  if (challenge.owner?.workspace_id !== workspace_id || challenge.owner.user_id !== user_id) {
    throw passkeyRejectedError();
  }
  const credential = await verifyNewCredential(context, body.credential);
  const before = await loadPasskeysForChange(session);
  assertMayAddPasskey(before.passkeys);
  const signing = await certifiedKeyOf({ workspace_id, user_id, ...credential });
  const passkey = {
    ...{ id: newId('passkey'), workspace_id, user_id, name: body.name, ...credential, ...signing },
    ...{ created_at: formatInstant(nowMs), last_used_at: null, version: 0 },
  };
  return {
    status: 201,
    body: toPasskeyView(passkey),
    writes: [usedChallengeWrite(challenge), ...newPasskeyWrites(passkey, before)],
    actorUserId: user_id,
    actorClientId: session.id,
  };
});
