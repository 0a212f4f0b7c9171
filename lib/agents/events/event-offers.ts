import type { Write } from '../../core/table/commit.ts';
import { assertWithinRateLimit } from '../../identity/pipeline/rate-limit.ts';
import type { Caller, RequestContext } from '../../identity/pipeline/request-context.ts';
import type { mayReadEvent } from '../../webhooks/events/event-permissions.ts';
import { SubscriptionError, type SubscriptionProblem } from '../../webhooks/rules/agent-subscription.ts';
import type * as webhooks from '../../webhooks/steps/agent-subscriptions.ts';
import type { Offers } from '../mcp/offers.ts';
import { RpcError, type RpcErrorName } from '../mcp/rpc-message.ts';
import type { EventDescription } from './event-descriptions.ts';
import { parseSubscribe, parseUnsubscribe } from './subscribe-params.ts';

/** What the webhooks do for the subscriptions of agents. `functions/mcp.ts` passes it. */
export interface Subscriptions {
  /** Describe every event kind. */
  describeEvents: () => EventDescription[];
  mayReadEvent: typeof mayReadEvent;
  subscribeAgent: typeof webhooks.subscribeAgent;
  unsubscribeAgent: typeof webhooks.unsubscribeAgent;
}

const ERRORS: Record<SubscriptionProblem, RpcErrorName> = {
  invalid: 'invalid_params',
  not_found: 'not_found',
  forbidden: 'forbidden',
  exhausted: 'resource_exhausted',
  callback: 'callback_endpoint_error',
};

/** Create what the server offers of MCP Events to a caller. The methods add their writes to `writes`. */
export function createEventOffers(
  context: RequestContext,
  caller: Caller,
  { describeEvents, mayReadEvent, subscribeAgent, unsubscribeAgent }: Subscriptions,
  writes: Write[],
): Pick<Offers, 'events' | 'subscribe' | 'unsubscribe'> {
  return {
    events: () => describeEvents().filter(({ name }) => mayReadEvent(caller.permissions, name)),
    async subscribe(params) {
      const request = parseSubscribe(params);
      const beforeRequest = () => assertWithinRateLimit(context);
      const begun = await subscribeAgent(caller, request, context.nowMs, beforeRequest).catch(throwRpcError);
      writes.push(...begun.writes);
      const { id, agent } = begun.endpoint;
      return { id, refreshBefore: agent!.expires_at, cursor: null, truncated: false };
    },
    async unsubscribe(params) {
      writes.push(...(await unsubscribeAgent(caller, parseUnsubscribe(params)).catch(throwRpcError)));
      return {};
    },
  };
}

// With the status 200: a client reads the error of the response, and must not take it for one of its token.
function throwRpcError(error: unknown): never {
  if (!(error instanceof SubscriptionError)) throw error;
  throw new RpcError(ERRORS[error.problem], error.message, { status: 200, data: error.data });
}
