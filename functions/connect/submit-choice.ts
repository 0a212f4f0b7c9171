import { operation } from '../../lib/api/connect/submit-choice.ts';
import { connectStatus } from '../../lib/domain/connect/connect-flow.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { connectEndPage, linkErrorPage, selectionPage } from '../../lib/http/pages/connect-page.ts';
import { loadFlowByToken } from '../../lib/table/connect-flows.ts';
import { mayStillConnect } from '../../lib/use-cases/connect-requester.ts';
import { failConnection } from '../../lib/use-cases/finish-connection.ts';
import { selectAccount } from '../../lib/use-cases/select-account.ts';

/** Connect the account that a person has selected on the page, in the name of the caller who started the flow. */
export const handler = defineEndpoint(operation, async ({ query, nowMs, newId }) => {
  const flow = await loadFlowByToken(query.token, 'selection_hash');
  if (!flow) return linkErrorPage('unknown_state', null);
  const status = connectStatus(flow, nowMs);
  if (status === 'expired') return connectEndPage(flow, nowMs);
  if (status !== 'selecting') return linkErrorPage('already_used', flow);
  const end = (await mayStillConnect(flow, nowMs))
    ? await selectAccount(flow, query.external_id, newId('account'), nowMs)
    : failConnection(flow, 'requester_revoked');
  if (!end) return selectionPage(flow, query.token);
  const actor = { actorUserId: flow.user_id, actorClientId: flow.client_id };
  return { ...connectEndPage(end.flow, nowMs), writes: end.writes, ...actor };
});
