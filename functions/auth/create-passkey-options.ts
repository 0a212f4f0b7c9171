import { newBearerSecret } from '../../lib/core/crypto/bearer-secret.ts';
import { operation } from '../../lib/identity/api/auth/create-passkey-options.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { relyingPartyId } from '../../lib/identity/pipeline/passkey-origin.ts';
import { assertMayAddPasskey, creationOptions } from '../../lib/identity/rules/passkey.ts';
import { assertRecentSignIn } from '../../lib/identity/rules/session.ts';
import { loadCallerSession } from '../../lib/identity/steps/current-session.ts';
import { loadBranding } from '../../lib/identity/steps/page-look.ts';
import { loadPasskeys, passkeyChallengeWrite } from '../../lib/identity/store/passkeys.ts';

/** Return the options for the browser of a member to create a passkey. */
export const handler = defineEndpoint(operation, async ({ context, nowMs }) => {
  const { session, member, workspace } = await loadCallerSession(context, nowMs);
  assertRecentSignIn(session.created_at, nowMs);
  const [existing, { name = 'Content Intelligence Service' }] = await Promise.all([
    loadPasskeys(session),
    loadBranding(workspace),
  ]);
  assertMayAddPasskey(existing);
  const challenge = newBearerSecret();
  const owner = { workspace_id: session.workspace_id, user_id: session.user_id };
  return {
    status: 200,
    body: { options: creationOptions({ id: relyingPartyId(context), name }, challenge, member, existing) },
    writes: [passkeyChallengeWrite(challenge, owner, nowMs)],
  };
});
