import type { Contribution } from '../../content/planning/item-plan.ts';
import { applyTemplates } from '../rules/apply-templates.ts';
import { NO_TEMPLATES } from '../rules/named-templates.ts';
import { loadNamedTemplates, namedAccountIds } from '../steps/named-templates.ts';

/** Templates: an account set names the accounts of an item, and the others complete its texts and options. */
export const contribution: Contribution = (plan) => {
  let templates = NO_TEMPLATES;
  return {
    async address() {
      templates = await loadNamedTemplates(plan.author!, plan.request, plan.keepsTexts);
      plan.accountIds = namedAccountIds(plan.request, templates, plan.platforms) ?? plan.accountIds;
    },
    complete() {
      const item = { platforms: plan.platforms, current: plan.before?.content ?? null };
      Object.assign(plan.fields, applyTemplates(plan.fields, templates, item));
    },
  };
};
