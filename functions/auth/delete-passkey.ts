import { operation } from '../../lib/api/auth/delete-passkey.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { deletePasskeyWrite, loadPasskeys } from '../../lib/table/passkeys.ts';
import { loadCallerSession } from '../../lib/use-cases/current-session.ts';

/** Delete a passkey of the member who has signed in. */
export const handler = defineEndpoint(operation, async ({ context, params, nowMs }) => {
  const { session } = await loadCallerSession(context, nowMs);
  const passkeys = await loadPasskeys(session);
  const passkey = await loadOr404('passkey', params.id, async (id) => passkeys.find((each) => each.id === id) ?? null);
  return {
    status: 200,
    body: { success: true, message: `Passkey ${passkey.id} is deleted.` },
    writes: [deletePasskeyWrite(passkey)],
    actorUserId: session.user_id,
    actorClientId: session.id,
  };
});
