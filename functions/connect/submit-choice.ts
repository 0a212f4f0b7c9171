import { operation } from '../../lib/accounts/api/connect/submit-choice.ts';
import { connectEndPage, linkErrorPage, selectionPage } from '../../lib/accounts/pages/connect-page.ts';
import { connectStatus } from '../../lib/accounts/rules/connect/connect-flow.ts';
import { isBrowserOf } from '../../lib/accounts/steps/connect-browser.ts';
import { mayStillConnect } from '../../lib/accounts/steps/connect-requester.ts';
import { failConnection } from '../../lib/accounts/steps/finish-connection.ts';
import { selectAccount } from '../../lib/accounts/steps/select-account.ts';
import { loadFlowByToken } from '../../lib/accounts/store/connect-flows.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertSameSite } from '../../lib/identity/pipeline/session-cookie.ts';
import { loadPageLook } from '../../lib/identity/steps/page-look.ts';

/** Connect the account that a person has selected on the page, in the name of the caller who started the flow. */
export const handler = defineEndpoint(operation, async ({ query, nowMs, newId, context }) => {
  assertSameSite(context);
  const flow = await loadFlowByToken(query.token, 'selection_hash');
  const look = await loadPageLook(context, flow?.workspace_id ?? null);
  if (!flow) return linkErrorPage(look, 'unknown_state', null);
  if (!isBrowserOf(flow, context)) return linkErrorPage(look, 'other_browser', flow);
  const status = connectStatus(flow, nowMs);
  if (status === 'expired') return connectEndPage(look, flow, nowMs);
  if (status !== 'selecting') return linkErrorPage(look, 'already_used', flow);
  const end = (await mayStillConnect(flow, nowMs))
    ? await selectAccount(flow, query.external_id, newId('account'), nowMs)
    : failConnection(flow, 'requester_revoked');
  if (!end) return selectionPage(look, flow, query.token);
  const actor = { actorUserId: flow.user_id, actorClientId: flow.client_id };
  return { ...connectEndPage(look, end.flow, nowMs), writes: end.writes, ...actor };
});
