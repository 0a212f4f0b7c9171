import type { Write } from '../../core/table/commit.ts';
import { assertFewWrites } from '../../labels/rules/label.ts';
import { requestedLabels } from '../../labels/steps/requested-labels.ts';
import type { Contribution } from './item-plan.ts';

/** Labels and campaigns: a request names them, and those that do not exist are created with the item. */
export const contribution: Contribution = (plan) => {
  let writes: Write[] = [];
  return {
    async resolve() {
      const { workspaceId, author, newId, nowMs } = plan;
      const owner = { workspaceId, userId: author!.userId, agent: author!.agent };
      const labels = await requestedLabels(plan.request, owner, newId, nowMs);
      writes = labels.writes;
      plan.createdLabels = labels.created;
      Object.assign(plan.fields, labels.fields);
    },
    write() {
      plan.writes.push(...writes);
      if (writes.length > 0) assertFewWrites(plan.writes.length);
    },
  };
};
