import type { ItemPlan } from '../../content/planning/item-plan.ts';
import { recordLostApproval } from '../../content/rules/approval/required-approval.ts';
import type { ContentState } from '../../content/rules/content.ts';
import { contentWrites } from '../../content/store/contents.ts';
import type { RunStage } from '../contributions.ts';

/**
 * Finish the plan of a change: record an approval that it has cost the item, claim what it will publish, and add the writes.
 * Does nothing where the item does not change. `stored`: the item as it was read.
 */
export async function finishChange(plan: ItemPlan, stored: ContentState, runStage: RunStage): Promise<void> {
  if (plan.after === null) return;
  const content = recordLostApproval(plan.before!.content, plan.after.content, plan.settings!);
  plan.after = { ...plan.after, content };
  await runStage('claim');
  plan.writes.push(...contentWrites(stored, plan.after));
  await runStage('write');
}
