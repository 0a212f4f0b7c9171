import { operation } from '../../lib/accounts/api/connect/create.ts';
import { assertReturnUrl } from '../../lib/accounts/steps/assert-return-url.ts';
import { connectCallbackUrl, connectStartUrl } from '../../lib/accounts/steps/connect-urls.ts';
import { startConnection } from '../../lib/accounts/steps/start-connection.ts';
import { loadAccount } from '../../lib/accounts/store/accounts.ts';
import { connectFlowWrite } from '../../lib/accounts/store/connect-flows.ts';
import { settings } from '../../lib/core/config/settings.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { tooManyInFlight } from '../../lib/core/problems/problems.ts';
import { fieldError } from '../../lib/core/problems/request-errors.ts';
import { pick } from '../../lib/core/values/pick.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { invalidToken } from '../../lib/identity/problems.ts';
import { MAX_IN_FLIGHT } from '../../lib/identity/rules/rate-limits.ts';
import { limitInFlight } from '../../lib/identity/steps/in-flight-limit.ts';
import { loadMember } from '../../lib/identity/store/members.ts';
import { type Platform, resolveAlias } from '../../lib/platforms/platform.ts';
import { platformOr404 } from '../../lib/platforms/platform-or-404.ts';

/** Start a connection, which a person completes in a browser. */
export const handler = defineEndpoint(operation, async ({ caller, params, body, nowMs, newId, context }) => {
  const workspaceId = caller.workspace.id;
  const platform = platformOr404(resolveAlias(params.id_or_platform ?? ''));
  if (body.account_id !== undefined) await assertReconnectable(workspaceId, body.account_id, platform);
  const member = await loadMember(workspaceId, caller.userId);
  // The token of a removed member is valid for at most a minute.
  if (!member) throw invalidToken('The member who owns this token was removed.');
  // A person in a portal is no member: the pages show their name as the product has given it.
  const person = caller.portal && pick(caller.portal, 'display_name');
  const { handle, account_id = null, return_url = null, end_user = person, headless = false } = body;
  for (const field of ['end_user', 'headless'] as const) {
    if (body[field] && !caller.stage) {
      throw fieldError(`/${field}`, 'stage_only', 'Only a connection by a stage key has this field.');
    }
  }
  if (return_url !== null) assertReturnUrl(return_url);
  if (headless && (return_url === null || settings().returnUrls === null)) {
    throw fieldError('/headless', 'invalid', 'Must have a `return_url` of the setting `returnUrls`.');
  }
  const request = {
    platform,
    account_id,
    handle,
    return_url,
    end_user,
    is_headless: headless,
    redirect_uri: connectCallbackUrl(context),
    requester: { workspace: caller.workspace.name, member: member.name, email: member.email },
  };
  const owner = {
    id: newId('connect'),
    workspace_id: workspaceId,
    user_id: caller.userId,
    client_id: caller.clientId,
  };
  // Some connectors call the platform first, which may be a server of any operator.
  const start = () => startConnection(request, owner, nowMs);
  const { flow, startToken } = await limitInFlight({ workspaceId, operation: operation.id }, start, async () => {
    const detail = `This workspace has ${MAX_IN_FLIGHT} connections that wait for a platform.`;
    throw tooManyInFlight(detail, { headers: { 'retry-after': '5' } });
  });
  const { id, created_at, expires_at } = flow;
  const url = connectStartUrl(context, startToken);
  return {
    status: 201,
    body: { id, platform, status: 'pending', url, created_at, expires_at },
    writes: [connectFlowWrite(null, flow)],
  };
});

async function assertReconnectable(workspaceId: string, accountId: string, platform: Platform): Promise<void> {
  const account = await loadOr404('account', accountId, (id) => loadAccount(workspaceId, id));
  if (account.platform === platform) return;
  throw fieldError('/account_id', 'invalid', `Must be an account on ${platform}; this one is on ${account.platform}.`);
}
