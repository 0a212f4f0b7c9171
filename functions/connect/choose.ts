import { operation } from '../../lib/api/connect/choose.ts';
import { connectStatus } from '../../lib/domain/connect/connect-flow.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { connectEndPage, linkErrorPage, selectionPage } from '../../lib/http/pages/connect-page.ts';
import { loadFlowByToken } from '../../lib/table/connect-flows.ts';

/** Show the page on which a person selects one of several accounts. */
export const handler = defineEndpoint(operation, async ({ query, nowMs }) => {
  const flow = await loadFlowByToken(query.token, 'selection_hash');
  if (!flow) return linkErrorPage('unknown_state', null);
  const status = connectStatus(flow, nowMs);
  if (status === 'selecting') return selectionPage(flow, query.token);
  return status === 'expired' ? connectEndPage(flow, nowMs) : linkErrorPage('already_used', flow);
});
