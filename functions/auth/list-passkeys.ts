import { operation } from '../../lib/identity/api/auth/list-passkeys.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { toPasskeyView } from '../../lib/identity/rules/passkey.ts';
import { loadCallerSession } from '../../lib/identity/steps/current-session.ts';
import { loadPasskeys } from '../../lib/identity/store/passkeys.ts';

/** List the passkeys of the member who has signed in. */
export const handler = defineEndpoint(operation, async ({ context, nowMs }) => {
  const { session } = await loadCallerSession(context, nowMs);
  return { status: 200, body: { passkeys: (await loadPasskeys(session)).map(toPasskeyView) } };
});
