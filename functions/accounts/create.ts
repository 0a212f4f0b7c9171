import { operation } from '../../lib/api/accounts/create.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { accountResponse } from '../../lib/use-cases/account-response.ts';
import { connectPlatformAccount } from '../../lib/use-cases/connect-account.ts';

/**
 * Connect a platform account. Connecting the same account again replaces its credentials and keeps its id. That is also
 * how an account is reconnected whose credentials no longer work.
 */
export const handler = defineEndpoint(operation, async ({ caller, body, nowMs, newId, context }) => {
  const id = newId(body.sandbox ? 'sandboxAccount' : 'account');
  const secrets = {
    // A sandbox account takes the way of every account, encryption included.
    access_token: body.access_token ?? 'sandbox',
    refresh_token: body.refresh_token ?? null,
    client_id: body.client_id ?? null,
    client_secret: body.client_secret ?? null,
  };
  const { platform, name, inbound } = body;
  const external_id = body.external_id ?? `sandbox-${id.slice(id.lastIndexOf('_') + 1)}`;
  const input = { platform, external_id, name, secrets, expires_in_seconds: body.expires_in ?? null, inbound };
  const { account, writes } = await connectPlatformAccount(caller.workspace.id, input, id, nowMs);
  return {
    status: 201,
    headers: { location: `/v1/accounts/${account.id}` },
    body: accountResponse(context, account),
    writes,
  };
});
