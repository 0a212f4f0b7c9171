import { operation } from '../../lib/accounts/api/connect/get.ts';
import { connectResponse } from '../../lib/accounts/pages/connect-response.ts';
import { loadAccount } from '../../lib/accounts/store/accounts.ts';
import { loadConnectFlow } from '../../lib/accounts/store/connect-flows.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';

/** Retrieve a connection, with the account when a person has completed it. */
export const handler = defineEndpoint(operation, async ({ caller, params, query, nowMs, context }) => {
  const workspaceId = caller.workspace.id;
  const flow = await loadOr404('connect', params.id_or_platform, (id) => loadConnectFlow(workspaceId, id));
  const isConnected = flow.status === 'connected' && flow.account_id !== null;
  const account = isConnected ? await loadAccount(workspaceId, flow.account_id!) : null;
  return { status: 200, body: await connectResponse(context, flow, account, nowMs, query.selection_token) };
});
