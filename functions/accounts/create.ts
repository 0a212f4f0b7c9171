import { type AccountCreate, operation } from '../../lib/accounts/api/accounts/create.ts';
import { exchangeAppPassword } from '../../lib/accounts/credentials/app-password.ts';
import { accountResponse } from '../../lib/accounts/steps/account-response.ts';
import { type AccountInput, connectPlatformAccount } from '../../lib/accounts/steps/connect-account.ts';
import { tooManyInFlight } from '../../lib/core/problems/problems.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { MAX_IN_FLIGHT } from '../../lib/identity/rules/rate-limits.ts';
import { limitInFlight } from '../../lib/identity/steps/in-flight-limit.ts';
import { assertMayAddAccess } from '../../lib/identity/steps/recent-sign-in.ts';

/**
 * Connect a platform account. Connecting the same account again replaces its credentials and keeps its id. That is also
 * how an account is reconnected whose credentials no longer work.
 */
export const handler = defineEndpoint(operation, async ({ caller, body, nowMs, newId, context }) => {
  // A sandbox account has no credentials and reaches no platform.
  if (!body.sandbox) await assertMayAddAccess(caller, nowMs);
  const id = newId(body.sandbox ? 'sandboxAccount' : 'account');
  const { external_id, app_password } = body;
  const workspaceId = caller.workspace.id;
  const input =
    app_password === undefined || external_id === undefined
      ? toInput(body, id)
      : { ...(await exchangeAtServer(workspaceId, external_id, app_password)), name: body.name };
  const { account, writes } = await connectPlatformAccount(workspaceId, input, id, nowMs);
  return {
    status: 201,
    headers: { location: `/v1/accounts/${account.id}` },
    body: await accountResponse(context, account, nowMs),
    writes,
  };
});

/** Exchange an app password, unless the workspace has as many exchanges in flight as it may have: 429 then. */
function exchangeAtServer(workspaceId: string, externalId: string, appPassword: string) {
  // The caller names the servers, which may never respond.
  const exchange = () => exchangeAppPassword(externalId, appPassword);
  return limitInFlight({ workspaceId, operation: operation.id }, exchange, async () => {
    const detail = `This workspace has ${MAX_IN_FLIGHT} app passwords that wait for a server.`;
    throw tooManyInFlight(detail, { headers: { 'retry-after': '5' } });
  });
}

function toInput(body: AccountCreate, id: string): AccountInput {
  // A sandbox account takes the way of every account, encryption included.
  const { platform, name, access_token = 'sandbox', inbound } = body;
  const { refresh_token = null, client_id = null, client_secret = null } = body;
  const external_id = body.external_id ?? `sandbox-${id.slice(id.lastIndexOf('_') + 1)}`;
  const secrets = { access_token, refresh_token, client_id, client_secret };
  return { platform, external_id, name, secrets, expires_in_seconds: body.expires_in ?? null, inbound };
}
