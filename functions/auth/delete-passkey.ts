import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { operation } from '../../lib/identity/api/auth/delete-passkey.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { loadCallerSession } from '../../lib/identity/steps/current-session.ts';
import { deletePasskeyWrites, loadPasskeys } from '../../lib/identity/store/passkeys.ts';

/** Delete a passkey of the member who has signed in. */
export const handler = defineEndpoint(operation, async ({ context, params, nowMs }) => {
  const { session } = await loadCallerSession(context, nowMs);
  const passkeys = await loadPasskeys(session);
  const passkey = await loadOr404('passkey', params.id, async (id) => passkeys.find((each) => each.id === id) ?? null);
  return {
    status: 200,
    body: { success: true, message: `Passkey ${passkey.id} is deleted.` },
    writes: deletePasskeyWrites(passkey),
    actorUserId: session.user_id,
    actorClientId: session.id,
  };
});
