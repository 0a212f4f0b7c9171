import { operation } from '../../lib/accounts/api/connect/open.ts';
import { decryptPending } from '../../lib/accounts/credentials/connect-secrets.ts';
import { linkErrorPage, startPage } from '../../lib/accounts/pages/connect-page.ts';
import { redirect } from '../../lib/accounts/pages/redirect.ts';
import type { ConnectFlow } from '../../lib/accounts/rules/connect/connect-flow.ts';
import { assertNavigation, bindToBrowser } from '../../lib/accounts/steps/connect-browser.ts';
import { findStart } from '../../lib/accounts/steps/find-start.ts';
import { connectFlowWrite } from '../../lib/accounts/store/connect-flows.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import type { HandlerResult, RequestContext } from '../../lib/identity/pipeline/request-context.ts';
import { loadPageLook } from '../../lib/identity/steps/page-look.ts';

/** Show who asks for an account, before the person continues to the platform; a headless connection continues at once. */
export const handler = defineEndpoint(operation, async ({ query, nowMs, context }) => {
  const { flow, error } = await findStart(query.token, context, nowMs);
  if (error === null && flow.is_headless) return continueAtOnce(flow, context);
  const look = await loadPageLook(context, flow?.workspace_id ?? null);
  return error === null ? startPage(look, flow) : linkErrorPage(look, error, flow);
});

/** Bind a headless connection to the browser, and redirect to the platform. Its product has shown who asks. */
async function continueAtOnce(flow: ConnectFlow, context: RequestContext): Promise<HandlerResult> {
  assertNavigation(context);
  const { url } = await decryptPending(flow);
  // A session proves nothing here: the person has not continued on a page that names who asks.
  const { bound, cookie } = bindToBrowser(flow, context, null);
  return { ...redirect(url, { 'set-cookie': cookie }), writes: [connectFlowWrite(flow, bound)] };
}
