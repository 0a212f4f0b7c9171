import type { ItemPlan, Stage, Stages } from '../content/planning/item-plan.ts';
import { PROPOSED_QUEUE } from '../content/rules/schedule/proposed-queue.ts';
import { settleAll } from '../core/retry/settle-all.ts';
import type { LinkRule } from '../link-rules/rules/link-rule.ts';
import { loadLinkRules } from '../link-rules/store/link-rules.ts';

interface Row {
  feature: string;
  /** The first stage of the feature. Whether the request uses it is decided then. */
  first: Stage;
  /** Returns a false value when the request does not use the feature, or else what its contribution is given. */
  isUsed: (plan: ItemPlan) => unknown;
  /** Loads the code of the feature, which is no part of what a function always loads. */
  load: () => Promise<{ contribution: (plan: ItemPlan, found: never) => Stages }>;
}

/** What each feature contributes to an item that is created or changed, in the order in which every stage has them. */
// biome-ignore format: one row per line is what makes it a table.
export const CONTRIBUTIONS: readonly Row[] = [
  // First, so that a request beyond the rights of an agent key reads and claims nothing.
  { feature: 'agents',          first: 'address', isUsed: usesAgents,     load: () => import('../content/planning/agent-drafts.ts') },
  // Before the templates: a queue decides the platforms for which an account set names accounts. Before the link rules: they
  // apply to an item that only its slot changes.
  { feature: 'queues',          first: 'address', isUsed: usesQueues,     load: () => import('../queues/planning/contribution.ts') },
  // Before the templates, which complete the alternative texts of files.
  { feature: 'media',           first: 'resolve', isUsed: usesMedia,      load: () => import('../content/planning/media.ts') },
  // They complete the texts that all others read.
  { feature: 'templates',       first: 'address', isUsed: usesTemplates,  load: () => import('../templates/planning/contribution.ts') },
  // Before the duplicate guard: parameters are a part of what is published.
  { feature: 'link rules',      first: 'place',   isUsed: findLinkRules,  load: () => import('../link-rules/planning/contribution.ts') },
  // It compares the final item.
  { feature: 'duplicate guard', first: 'claim',   isUsed: usesDuplicates, load: () => import('../duplicates/planning/contribution.ts') },
  // Last: it counts the writes of all others.
  { feature: 'labels',          first: 'resolve', isUsed: usesLabels,     load: () => import('../content/planning/labels.ts') },
];

/** Runs a stage of the features that a request uses. */
export type RunStage = (stage: Stage) => Promise<void>;

/**
 * Return what runs a stage of the features that a request uses, in the order of the list. Those that a request does not use
 * are not loaded. In the stage `resolve`, the features load what the request names at the same
 * time. Of several errors, the caller sees that of the first feature in the list, as in the other stages.
 */
export function stagesOf(plan: ItemPlan): RunStage {
  const used: Stages[] = [];
  const run = async (stage: Stage, index: number, { first, isUsed, load }: Row) => {
    const found = stage === first && (await isUsed(plan));
    if (found) used[index] = (await load()).contribution(plan, found as never);
    await used[index]?.[stage]?.();
  };
  return async (stage) => {
    if (stage === 'resolve') {
      await settleAll(CONTRIBUTIONS.map((row, index) => run(stage, index, row)));
      return;
    }
    for (const [index, row] of CONTRIBUTIONS.entries()) await run(stage, index, row);
  };
}

function usesAgents({ author, purpose }: ItemPlan): boolean {
  return author?.agent != null && (purpose === 'create' || purpose === 'update');
}

function usesQueues({ author, before, request, chooseSlot }: ItemPlan): boolean {
  const isProposed = author?.agent != null && request.metadata?.[PROPOSED_QUEUE] !== undefined;
  return request.queue != null || before?.content.queue != null || chooseSlot !== undefined || isProposed;
}

function usesMedia({ author, request: { media, thread, platform_options } }: ItemPlan): boolean {
  return author !== null && (media !== undefined || thread !== undefined || platform_options !== undefined);
}

function usesTemplates({ author, before, purpose, request, fields }: ItemPlan): boolean {
  if (author === null || purpose === 'schedule') return false;
  // The name of a saved mention begins so in any of the texts.
  return request.templates !== undefined || !!before?.content.mention_options || JSON.stringify(fields).includes('{{@');
}

/** Load the link rules that apply to a plan, once; null for none. An item keeps parameters of rules that were deleted. */
async function findLinkRules({ after, before, purpose, time, workspaceId }: ItemPlan): Promise<LinkRule[] | null> {
  if (after === null || (before === null && time === null && purpose !== 'validate')) return null;
  const { rules } = await loadLinkRules(workspaceId);
  return rules.length > 0 || (before !== null && after.content.link_parameters) ? rules : null;
}

function usesDuplicates({ after, purpose, request }: ItemPlan): boolean {
  if (after === null) return false;
  const { targets, agents } = after.content;
  const isCompared = Object.keys(targets).length > 0 || agents.length > 0;
  return isCompared || purpose === 'validate' || request.allow_duplicate === true;
}

function usesLabels({ request: { labels = [], campaign } }: ItemPlan): boolean {
  return labels.length > 0 || campaign != null;
}
