import { operation } from '../../lib/api/connect/get.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { loadAccountById } from '../../lib/table/accounts.ts';
import { loadConnectFlow } from '../../lib/table/connect-flows.ts';
import { connectResponse } from '../../lib/use-cases/connect-response.ts';

/** Retrieve the connection of an account, with the account when a person has completed it. */
export const handler = defineEndpoint(operation, async ({ caller, params, nowMs, context }) => {
  const workspaceId = caller.workspace.id;
  const flow = await loadOr404('connect', params.id_or_platform, (id) => loadConnectFlow(workspaceId, id));
  const isConnected = flow.status === 'connected' && flow.account_id !== null;
  const account = isConnected ? await loadAccountById(workspaceId, flow.account_id!) : null;
  return { status: 200, body: connectResponse(context, flow, account, nowMs) };
});
