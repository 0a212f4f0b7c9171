import { operation } from '../../lib/api/auth/list-passkeys.ts';
import { toPasskeyView } from '../../lib/domain/identity/passkey.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadPasskeys } from '../../lib/table/passkeys.ts';
import { loadCallerSession } from '../../lib/use-cases/current-session.ts';

/** List the passkeys of the member who has signed in. */
export const handler = defineEndpoint(operation, async ({ context, nowMs }) => {
  const { session } = await loadCallerSession(context, nowMs);
  return { status: 200, body: { passkeys: (await loadPasskeys(session)).map(toPasskeyView) } };
});
