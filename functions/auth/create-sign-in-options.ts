import { newBearerSecret } from '../../lib/core/crypto/bearer-secret.ts';
import { operation } from '../../lib/identity/api/auth/create-sign-in-options.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { relyingPartyId } from '../../lib/identity/pipeline/passkey-origin.ts';
import { assertSameSite } from '../../lib/identity/pipeline/session-cookie.ts';
import { requestOptions } from '../../lib/identity/rules/passkey.ts';
import { passkeyChallengeWrite } from '../../lib/identity/store/passkeys.ts';

/** Return the options for a browser to sign in with a passkey. */
export const handler = defineEndpoint(operation, async ({ context, nowMs }) => {
  assertSameSite(context);
  const challenge = newBearerSecret();
  return {
    status: 200,
    body: { options: requestOptions(relyingPartyId(context), challenge) },
    writes: [passkeyChallengeWrite(challenge, null, nowMs)],
  };
});
