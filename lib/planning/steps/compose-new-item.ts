import type { PublishingStates } from '../../accounts/rules/publish-limit.ts';
import type { ItemAuthor, ItemPlan } from '../../content/planning/item-plan.ts';
import { agentOf } from '../../content/rules/approval/agent-draft.ts';
import { type NewContent, newContent } from '../../content/rules/change/new-content.ts';
import type { Content, TargetAccount } from '../../content/rules/content.ts';
import { loadDestinations } from '../../content/steps/named-accounts.ts';
import { settleAll } from '../../core/retry/settle-all.ts';
import type { RunStage } from '../contributions.ts';

/**
 * Compose the item that the request of a plan asks for, on the accounts that it names. It has no time yet. `kept`: the accounts
 * that may be named although they are disconnected. Throws the problem of the request.
 */
export async function composeNewItem(
  plan: ItemPlan,
  author: ItemAuthor,
  runStage: RunStage,
  kept?: TargetAccount[],
): Promise<{ composed: Content; states: PublishingStates }> {
  const { workspaceId, platforms } = plan;
  const [{ accounts, states }] = await settleAll([
    loadDestinations(workspaceId, { platforms, accounts: plan.accountIds, kept }),
    runStage('resolve'),
  ]);
  Object.assign(plan, { accounts, settings: states.settings, defaults: states.defaults });
  await runStage('complete');
  await runStage('check');
  const owner = { id: plan.contentId, workspaceId, userId: author.userId, agent: agentOf(author) };
  const composed = newContent({ ...(plan.fields as NewContent), platforms, accounts }, owner, plan.nowMs);
  return { composed, states };
}
