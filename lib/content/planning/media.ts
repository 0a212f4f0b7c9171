import { loadRequestedMedia } from '../steps/requested-media.ts';
import type { Contribution } from './item-plan.ts';

/** Media: a request names files of the library, or URLs. */
export const contribution: Contribution = (plan) => ({
  async resolve() {
    // A URL is accepted from an agent whose request stores nothing.
    const agent = plan.purpose === 'validate' ? null : plan.author!.agent;
    Object.assign(plan.fields, await loadRequestedMedia({ workspaceId: plan.workspaceId, agent }, plan.request));
  },
});
