import { loadAccounts } from '../../accounts/store/accounts.ts';
import type { ItemSlot } from '../../content/planning/item-plan.ts';
import type { Content, ContentState } from '../../content/rules/content.ts';
import type { ApiError } from '../../core/problems/define-problem.ts';
import { fieldError } from '../../core/problems/request-errors.ts';
import type { Platform } from '../../platforms/platform.ts';
import { alreadyQueued } from '../problems.ts';
import { type Claim, claimSlot as claim, claimSlotAt as claimAt, type Position } from '../rules/claim-slot.ts';
import type { Queue } from '../rules/queue.ts';
import { localTimeOfSlot } from '../rules/slot-times.ts';
import { findQueue } from '../store/find-queue.ts';
import { queueWrites } from '../store/queues.ts';

/** The fields of a request that queue an item. */
type QueueRequest = { queue?: string | null | undefined; position?: Position | undefined };

/**
 * Claim the slot that a request asks for; null when it names no queue. Throws 422 for a queue that the workspace does not
 * have, and 409 for a paused or a full one.
 */
export async function claimSlot(
  workspaceId: string,
  { queue: name, position = 'last' }: QueueRequest,
  contentId: string,
  nowMs: number,
): Promise<ItemSlot | null> {
  if (name === undefined || name === null) return null;
  const before = await requestedQueue(workspaceId, name);
  return toClaimed(before, claim(before, contentId, position, nowMs));
}

/** Claim the slot of a queue at a time; null when there is no such queue or slot, or it is taken. Throws 409 for a paused queue. */
export async function claimSlotAt(
  workspaceId: string,
  { queue: name, at }: { queue: string; at: string },
  contentId: string,
  nowMs: number,
): Promise<ItemSlot | null> {
  const before = await findQueue(workspaceId, name);
  const claimed = before && claimAt(before, contentId, at, nowMs);
  return claimed && toClaimed(before, claimed);
}

function toClaimed(before: Queue, { queue, slotAt }: Claim): ItemSlot {
  const local = localTimeOfSlot(queue, slotAt);
  return { queue, slotAt, local, writes: queue === before ? [] : queueWrites(before, queue) };
}

/** Load the queue that a request names by its id or its name. Throws 422 for one that the workspace does not have. */
export async function requestedQueue(workspaceId: string, name: string): Promise<Queue> {
  const queue = await findQueue(workspaceId, name);
  if (!queue) throw unknownQueueError();
  return queue;
}

/** Build the 422 for a queue that the workspace does not have. */
export function unknownQueueError(): ApiError {
  return fieldError('/queue', 'unknown_queue', 'No queue in your workspace has this id or name.');
}

/** Return the next state of an item with the slot that it has claimed. */
export function withSlot(state: ContentState, slot: ItemSlot | null): ContentState {
  if (!slot) return state;
  return { ...state, content: { ...state.content, queue: { id: slot.queue.id, slot_at: slot.slotAt, held: false } } };
}

/**
 * Return whether an item has the slot that a request claims for it, and its queue agrees. An item that another post moves
 * shows its former slot until a worker has changed it, and the claim of that slot changes the queue.
 */
export function hasSlot({ queue }: Content, slot: ItemSlot): boolean {
  return slot.writes.length === 0 && queue?.id === slot.queue.id && queue.slot_at === slot.slotAt;
}

/** Throw 422 when a request queues an item and asks for a status other than `scheduled`. */
export function assertNoOtherStatus({ queue, status = 'scheduled' }: { queue?: unknown; status?: string | undefined }) {
  if (queue === undefined || queue === null || status === 'scheduled') return;
  throw fieldError('/queue', 'not_with_status', `Cannot be combined with the status ${status}.`);
}

/** Throw 409 for an item that is in a queue: `POST /schedule` adds targets, and all targets of a queue have one slot. */
export function assertNotQueued({ id, queue }: Content): void {
  if (!queue) return;
  throw alreadyQueued(`The content item ${id} has a slot of the queue ${queue.id}.`);
}

/**
 * Return the platforms and accounts of a new item: those of the request, or else the accounts of its queue. Throws 422
 * when the queue has none either, and when one of them is not connected: the post would be published on the others only.
 */
export async function queuedDestinations(
  workspaceId: string,
  { platforms, accounts }: { platforms?: Platform[] | undefined; accounts?: string[] | undefined },
  slot: ItemSlot | null,
): Promise<{ platforms: Platform[]; accounts?: string[] | undefined }> {
  if (platforms) return { platforms, accounts };
  const ids = accounts ?? slot?.queue.accounts ?? [];
  const known = await loadAccounts(workspaceId, ids);
  const lost = accounts ? undefined : ids.find((id) => !known.has(id));
  if (lost !== undefined) {
    const detail = `The account ${lost} of the queue is no longer connected. Update the accounts of the queue.`;
    throw fieldError('/queue', 'unknown_account', detail);
  }
  const found = ids.flatMap((id) => known.get(id) ?? []);
  if (found.length === 0) throw fieldError('/platforms', 'required', 'Required, because the queue has no accounts.');
  return {
    platforms: [...new Set(found.map(({ platform }) => platform))],
    accounts: accounts ?? found.map(({ id }) => id),
  };
}
