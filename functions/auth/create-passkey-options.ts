import { operation } from '../../lib/api/auth/create-passkey-options.ts';
import { newBearerSecret } from '../../lib/crypto/bearer-secret.ts';
import { assertMayAddPasskey, creationOptions } from '../../lib/domain/identity/passkey.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { relyingPartyId } from '../../lib/http/passkey-origin.ts';
import { loadPasskeys, passkeyChallengeWrite } from '../../lib/table/passkeys.ts';
import { loadCallerSession } from '../../lib/use-cases/current-session.ts';

/** Return the options with which the browser of a member creates a passkey. */
export const handler = defineEndpoint(operation, async ({ context, nowMs }) => {
  const { session, member } = await loadCallerSession(context, nowMs);
  const existing = await loadPasskeys(session);
  assertMayAddPasskey(existing);
  const challenge = newBearerSecret();
  const owner = { workspace_id: session.workspace_id, user_id: session.user_id };
  return {
    status: 200,
    body: { options: creationOptions(relyingPartyId(context), challenge, member, existing) },
    writes: [passkeyChallengeWrite(challenge, owner, nowMs)],
  };
});
