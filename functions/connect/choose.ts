import { operation } from '../../lib/accounts/api/connect/choose.ts';
import { connectEndPage, linkErrorPage, selectionPage } from '../../lib/accounts/pages/connect-page.ts';
import { connectStatus } from '../../lib/accounts/rules/connect/connect-flow.ts';
import { isBrowserOf } from '../../lib/accounts/steps/connect-browser.ts';
import { loadFlowByToken } from '../../lib/accounts/store/connect-flows.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { loadPageLook } from '../../lib/identity/steps/page-look.ts';

/** Show the page on which a person selects one of several accounts. */
export const handler = defineEndpoint(operation, async ({ query, nowMs, context }) => {
  const flow = await loadFlowByToken(query.token, 'selection_hash');
  const look = await loadPageLook(context, flow?.workspace_id ?? null);
  if (!flow) return linkErrorPage(look, 'unknown_state', null);
  if (!isBrowserOf(flow, context)) return linkErrorPage(look, 'other_browser', flow);
  const status = connectStatus(flow, nowMs);
  if (status === 'selecting') return selectionPage(look, flow, query.token);
  return status === 'expired' ? connectEndPage(look, flow, nowMs) : linkErrorPage(look, 'already_used', flow);
});
