import type { Contribution } from '../../content/planning/item-plan.ts';
import {
  assertNoOtherStatus,
  assertNotQueued,
  claimSlot,
  hasSlot,
  queuedDestinations,
  withSlot,
} from '../steps/claim-slot.ts';
import { assertProposedQueue } from '../steps/proposed-queue.ts';
import { slotWrites } from '../steps/slot-writes.ts';

/** Queues: a request takes a slot, which is the time of the item, or leaves one; an agent proposes a queue. */
export const contribution: Contribution = (plan) => {
  const { purpose, request, before, workspaceId, contentId, nowMs } = plan;
  const choose = plan.chooseSlot ?? (() => claimSlot(workspaceId, request, contentId, nowMs));
  return {
    async address() {
      if (purpose === 'update') assertNoOtherStatus(request);
      if (purpose === 'schedule' && request.queue !== undefined) assertNotQueued(before!.content);
      const slot = purpose === 'validate' ? null : await choose(request, contentId);
      // Of a paused queue, it is the slot that the post has and is held in.
      plan.slot = slot?.queue.paused ? null : slot;
      if (plan.slot) plan.time = { at: plan.slot.slotAt, local: plan.slot.local };
      if (before !== null || request.platforms !== undefined) return;
      const { platforms, accounts } = await queuedDestinations(workspaceId, request, plan.slot);
      plan.platforms = platforms;
      plan.accountIds = accounts;
    },
    async check() {
      if (plan.author) await assertProposedQueue(plan.author, request.metadata, before?.content.metadata);
    },
    place() {
      const { slot, after } = plan;
      if (!slot || (after === null && hasSlot(before!.content, slot))) return;
      plan.after = withSlot(after ?? { content: before!.content, entries: [] }, slot);
    },
    async write() {
      plan.writes.push(...(await slotWrites(before?.content ?? null, plan.after!.content, plan.slot)));
    },
  };
};
