import type { Contribution } from '../../content/planning/item-plan.ts';
import type { Write } from '../../core/table/commit.ts';
import { claimContent, duplicateWarnings, type GuardTerms } from '../steps/claim-content.ts';

/** The duplicate guard: what an item publishes, no other one publishes on the account within the period. */
export const contribution: Contribution = (plan) => {
  let claims: Write[] = [];
  return {
    async claim() {
      const after = plan.after!;
      const terms = { settings: plan.settings!, defaults: plan.defaults, nowMs: plan.nowMs };
      if (plan.purpose === 'validate') {
        plan.warnings.push(...(await duplicateWarnings(after.content, plan.time?.at ?? null, terms)));
        return;
      }
      const guard: GuardTerms = plan.author
        ? { ...terms, caller: plan.author, allowDuplicate: plan.request.allow_duplicate }
        : { ...terms, caller: null, allowDuplicate: false };
      const claimed = await claimContent(plan.before?.content ?? null, after, guard);
      plan.after = claimed.state;
      claims = claimed.claims;
    },
    write() {
      plan.writes.push(...claims);
    },
  };
};
