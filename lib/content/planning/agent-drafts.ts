import { assertAgentDraft, assertAgentMayEdit } from '../rules/approval/agent-draft.ts';
import type { Contribution } from './item-plan.ts';

/** Agents: they write drafts for the accounts of their key, and edit nothing that a person has decided. */
export const contribution: Contribution = (plan) => ({
  address() {
    if (plan.purpose === 'update') assertAgentMayEdit(plan.author!, plan.before!.content);
  },
  check() {
    const accounts = plan.accounts ?? plan.before?.content.accounts ?? [];
    assertAgentDraft(plan.author!, plan.request, { platforms: plan.platforms, accounts });
  },
});
