import type { ItemPlan, Stages } from '../../content/planning/item-plan.ts';
import { agentOf } from '../../content/rules/approval/agent-draft.ts';
import type { LinkRule } from '../rules/link-rule.ts';
import { withLinkRules, withLinkRulesAfter } from '../store/applied-link-rules.ts';

/** Link rules: the URLs of an item have their parameters from the time at which it is scheduled. */
export const contribution = (plan: ItemPlan, rules: LinkRule[]): Stages => ({
  async place() {
    const { author, before, createdLabels: created, nowMs, time } = plan;
    const after = plan.after!;
    if (before === null) {
      const terms = { isDraft: time === null, created };
      const content = await withLinkRules(after.content, rules, terms, time ? Date.parse(time.at) : nowMs);
      plan.after = { ...after, content };
    } else {
      const editor = { editedBy: author!.userId, agent: agentOf(author!) };
      plan.after = await withLinkRulesAfter(before.content, after, rules, { editor, created }, nowMs);
    }
  },
});
