import type { Schemas } from '../api/client.ts';
import { reloadQuery } from '../api/hooks.ts';

/** The first steps of a workspace, in their order, and where each is done. */
export const STEPS = [
  { step: 'connect', path: '/accounts' },
  { step: 'write', path: '/compose' },
  { step: 'publish', path: '/posts' },
] as const;

export type Step = (typeof STEPS)[number]['step'];

const PUBLISHED: readonly Schemas['Content']['status'][] = ['published', 'partially_published'];

/** Return the steps that are done, by what a workspace has. */
export function doneSteps(
  accounts: readonly unknown[],
  contents: readonly Pick<Schemas['Content'], 'status'>[],
): Set<Step> {
  const done = new Set<Step>();
  if (accounts.length > 0) done.add('connect');
  if (contents.length > 0) done.add('write');
  if (contents.some(({ status }) => PUBLISHED.includes(status))) done.add('publish');
  return done;
}

/** The key of the query that loads which steps are done. */
export const DONE_STEPS = 'done steps';

/** Load again which steps are done, where the guide shows them: after a change that may have done one. */
export function reloadSteps(): Promise<void> {
  return reloadQuery(DONE_STEPS);
}
