import type { AgentTerms } from '../../../identity/rules/agent-key.ts';
import type { Content } from '../content.ts';

/** The name in the metadata of an item under which an agent proposes a queue. */
export const PROPOSED_QUEUE = 'proposed_queue';

/**
 * Return the queue that an agent proposes with the metadata of a request, by its name or its id. Null if it proposes none,
 * or the same as before: a queue that was deleted since does not prevent another edit. The metadata of people is their own.
 */
export function newProposal(
  { agent }: { agent: AgentTerms | null },
  metadata: Content['metadata'] | undefined,
  present: Content['metadata'] = {},
): string | null {
  const proposed = metadata?.[PROPOSED_QUEUE];
  return agent === null || proposed === undefined || proposed === present[PROPOSED_QUEUE] ? null : proposed;
}
