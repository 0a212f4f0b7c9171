import type { Write } from '../../core/table/commit.ts';
import { counterEntity } from '../../core/table/entities.ts';
import { load } from '../../core/table/read.ts';
import { keyOf } from '../../core/table/schema.ts';
import { counterIncrement } from '../../core/table/versioned.ts';
import type { WebhookEndpoint } from '../rules/webhook-endpoint.ts';
import { endpointWrite, newEndpointWrite } from './webhook-endpoints.ts';

const COUNTER = 'agent_subscriptions';

/** Load how many subscriptions the agents of a workspace have ever begun. Read it before the endpoints are counted. */
export async function loadBegunSubscriptions(workspaceId: string): Promise<number> {
  const counter = await load<{ begun?: number }>(keyOf(counterEntity, { workspace_id: workspaceId, name: COUNTER }));
  return counter?.begun ?? 0;
}

/**
 * Build the writes of a subscription: of one that begins, next to the `begun` ones that were counted. They conflict when
 * another one has begun since, so two that are requested at once never exceed a limit together.
 */
export function begunSubscriptionWrites(
  before: WebhookEndpoint | null,
  after: WebhookEndpoint,
  begun: number,
): Write[] {
  return [
    before ? endpointWrite(before, after) : newEndpointWrite(after),
    {
      ...counterIncrement(after.workspace_id, COUNTER, { begun: 1 }),
      ifBelow: { attribute: 'begun', limit: begun + 1 },
    },
  ];
}
