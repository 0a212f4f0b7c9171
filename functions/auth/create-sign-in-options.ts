import { operation } from '../../lib/api/auth/create-sign-in-options.ts';
import { newBearerSecret } from '../../lib/crypto/bearer-secret.ts';
import { requestOptions } from '../../lib/domain/identity/passkey.ts';
import { admitSignIn } from '../../lib/http/admit-sign-in.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { relyingPartyId } from '../../lib/http/passkey-origin.ts';
import { passkeyChallengeWrite } from '../../lib/table/passkeys.ts';

/** Return the options with which a browser signs in with a passkey. */
export const handler = defineEndpoint(operation, async ({ context, nowMs }) => {
  admitSignIn(context);
  const challenge = newBearerSecret();
  return {
    status: 200,
    body: { options: requestOptions(relyingPartyId(context), challenge) },
    writes: [passkeyChallengeWrite(challenge, null, nowMs)],
  };
});
