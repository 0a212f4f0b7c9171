import { operation } from '../../lib/accounts/api/connect/select.ts';
import { connectResponse, selectionHash } from '../../lib/accounts/pages/connect-response.ts';
import { selectOnPage } from '../../lib/accounts/problems.ts';
import { connectStatus, maySelectByRequest } from '../../lib/accounts/rules/connect/connect-flow.ts';
import { selectAccount } from '../../lib/accounts/steps/select-account.ts';
import { loadConnectFlow } from '../../lib/accounts/store/connect-flows.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { fieldError, stateTransitionError } from '../../lib/core/problems/request-errors.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';

/** Connect one of the accounts that a connection offers. */
export const handler = defineEndpoint(operation, async ({ caller, params, body, nowMs, newId, context }) => {
  const flow = await loadOr404('connect', params.id, (id) => loadConnectFlow(caller.workspace.id, id));
  const current = connectStatus(flow, nowMs);
  if (current !== 'selecting') {
    const detail = `The connection is ${current}: it offers no accounts to select from.`;
    throw stateTransitionError(detail, { current, requested: 'connected', allowed: [] });
  }
  if (!maySelectByRequest(flow, caller.userId, selectionHash(body.selection_token))) {
    const detail =
      'Your session was not in the browser in which access was given. Select the account on the page there.';
    throw selectOnPage(detail);
  }
  const end = await selectAccount(flow, body.external_id, newId('account'), nowMs);
  if (!end) throw fieldError('/external_id', 'unknown_account', 'Must be one of the accounts of this connection.');
  return { status: 200, body: await connectResponse(context, end.flow, end.account, nowMs), writes: end.writes };
});
