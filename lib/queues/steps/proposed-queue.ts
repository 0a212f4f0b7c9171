import type { Content } from '../../content/rules/content.ts';
import { newProposal, PROPOSED_QUEUE } from '../../content/rules/schedule/proposed-queue.ts';
import { fieldError } from '../../core/problems/request-errors.ts';
import { assertAnyPermission } from '../../identity/pipeline/authorize.ts';
import type { Caller } from '../../identity/pipeline/request-context.ts';
import { findQueue } from '../store/find-queue.ts';

type Proposer = Pick<Caller, 'agent' | 'permissions'> & { workspace: Pick<Caller['workspace'], 'id'> };

/**
 * Throw 422 when an agent proposes a queue that the workspace does not have, and 403 when its key may not read queues.
 * `present`: the metadata of the item that is edited.
 */
export async function assertProposedQueue(
  caller: Proposer,
  metadata: Content['metadata'] | undefined,
  present?: Content['metadata'],
): Promise<void> {
  const proposed = newProposal(caller, metadata, present);
  if (proposed === null) return;
  // Otherwise the outcome would tell which queues there are.
  assertAnyPermission(caller, ['schedule:read', 'content:read']);
  if (await findQueue(caller.workspace.id, proposed)) return;
  const detail = 'No queue in your workspace has this id or name.';
  throw fieldError(`/metadata/${PROPOSED_QUEUE}`, 'unknown_queue', detail);
}
