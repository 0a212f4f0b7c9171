import { type AccountCreate, operation } from '../../lib/api/accounts/create.ts';
import { exchangeAppPassword } from '../../lib/connected-accounts/app-password.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { accountResponse } from '../../lib/use-cases/account-response.ts';
import { type AccountInput, connectPlatformAccount } from '../../lib/use-cases/connect-account.ts';

/**
 * Connect a platform account. Connecting the same account again replaces its credentials and keeps its id. That is also
 * how an account is reconnected whose credentials no longer work.
 */
export const handler = defineEndpoint(operation, async ({ caller, body, nowMs, newId, context }) => {
  const input =
    body.app_password === undefined ? toInput(body) : await exchangeAppPassword(body.external_id, body.app_password);
  const { account, writes } = await connectPlatformAccount(caller.workspace.id, input, newId('account'), nowMs);
  return {
    status: 201,
    headers: { location: `/v1/accounts/${account.id}` },
    body: accountResponse(context, account),
    writes,
  };
});

function toInput(body: AccountCreate): AccountInput {
  const { platform, external_id, access_token = '', inbound } = body;
  const { refresh_token = null, client_id = null, client_secret = null } = body;
  const secrets = { access_token, refresh_token, client_id, client_secret };
  return { platform, external_id, secrets, expires_in_seconds: body.expires_in ?? null, inbound };
}
