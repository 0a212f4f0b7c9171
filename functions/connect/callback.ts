import { operation } from '../../lib/accounts/api/connect/callback.ts';
import {
  busyPage,
  connectEndPage,
  linkErrorPage,
  SELECTION_PATH,
  selectionForwardPage,
} from '../../lib/accounts/pages/connect-page.ts';
import { redirect } from '../../lib/accounts/pages/redirect.ts';
import { connectStatus } from '../../lib/accounts/rules/connect/connect-flow.ts';
import { type CallbackParameters, completeConnection } from '../../lib/accounts/steps/complete-connection.ts';
import { isBrowserOf } from '../../lib/accounts/steps/connect-browser.ts';
import { connectCallbackUrl } from '../../lib/accounts/steps/connect-urls.ts';
import { loadFlowByToken } from '../../lib/accounts/store/connect-flows.ts';
import { actorOf } from '../../lib/identity/pipeline/actor.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import type { HandlerResult, RequestContext } from '../../lib/identity/pipeline/request-context.ts';
import { dashboardOrigin, stageOrigin } from '../../lib/identity/pipeline/stage-origin.ts';
import { limitInFlight } from '../../lib/identity/steps/in-flight-limit.ts';
import { loadPageLook, type PageLook } from '../../lib/identity/steps/page-look.ts';

/**
 * Complete a connection at the OAuth callback. The flow is claimed before the code is
 * exchanged, and each step is committed here: no later failure may repeat the exchange.
 */
export const handler = defineEndpoint(operation, async ({ query, nowMs, newId, context }): Promise<HandlerResult> => {
  const forwarded = forwardToBrowserOrigin(query, context);
  if (forwarded) return forwarded;
  const flow = await loadFlowByToken(query.state ?? '', 'state_hash');
  const look = await loadPageLook(context, flow?.workspace_id ?? null);
  if (!flow) return linkErrorPage(look, 'unknown_state', null);
  if (!isBrowserOf(flow, context)) return linkErrorPage(look, 'other_browser', flow);
  if (connectStatus(flow, nowMs) === 'expired') return connectEndPage(look, flow, nowMs);
  if (flow.status !== 'pending') return linkErrorPage(look, 'already_used', flow);
  // The account is connected by the caller who started the flow, from the IP address of the person.
  const actor = actorOf(context, { actorUserId: flow.user_id, actorClientId: flow.client_id });
  const options = { newAccountId: newId('account'), actor, nowMs };
  // The token endpoint may be one of a server that the requester has named, and never respond.
  return limitInFlight(
    { workspaceId: flow.workspace_id, operation: operation.id },
    () => complete(look, flow, query as CallbackParameters, options),
    async () => busyPage(look),
  );
});

async function complete(look: PageLook, ...given: Parameters<typeof completeConnection>): Promise<HandlerResult> {
  const end = await completeConnection(...given);
  if (!end) return linkErrorPage(look, 'already_used', given[0]);
  if (end.flow.status !== 'selecting') return connectEndPage(look, end.flow, Date.now());
  const token = end.selectionToken ?? '';
  if (end.flow.is_headless) return selectionForwardPage(look, end.flow, token);
  return redirect(`${SELECTION_PATH}?${new URLSearchParams({ token })}`);
}

/**
 * Redirect to the origin of the dashboard, where the browser has its cookies, from the one that is registered as the
 * redirect URI. Null for a request that was redirected.
 */
function forwardToBrowserOrigin(query: Record<string, unknown>, context: RequestContext): HandlerResult | null {
  const origin = dashboardOrigin(context);
  if (query.forwarded !== undefined || origin === stageOrigin(context)) return null;
  const parameters = new URLSearchParams({ ...(query as CallbackParameters), forwarded: '1' });
  return redirect(`${origin}${new URL(connectCallbackUrl(context)).pathname}?${parameters}`);
}
