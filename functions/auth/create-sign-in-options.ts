import { operation } from '../../lib/api/auth/create-sign-in-options.ts';
import { newBearerSecret } from '../../lib/crypto/bearer-secret.ts';
import { requestOptions } from '../../lib/domain/identity/passkey.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { relyingPartyId } from '../../lib/http/passkey-origin.ts';
import { requestQuotaOf } from '../../lib/http/rate-limit.ts';
import { assertSameSite } from '../../lib/http/session-cookie.ts';
import { signInPolicy } from '../../lib/rate-limit/sign-in-policies.ts';
import { passkeyChallengeWrite } from '../../lib/table/passkeys.ts';

/** Return the options with which a browser signs in with a passkey. */
export const handler = defineEndpoint(operation, async ({ context, nowMs }) => {
  assertSameSite(context);
  requestQuotaOf(context, [signInPolicy(context.event.requestContext.http.sourceIp)]);
  const challenge = newBearerSecret();
  return {
    status: 200,
    body: { options: requestOptions(relyingPartyId(context), challenge) },
    writes: [passkeyChallengeWrite(challenge, null, nowMs)],
  };
});
