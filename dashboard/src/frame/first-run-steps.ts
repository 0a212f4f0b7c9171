import type { Schemas } from '../api/client.ts';

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

const STEP_DONE = 'first-step-done';

/** Say that a step may be done, so that the guide asks again while its screen stays open. */
export function announceStep(): void {
  dispatchEvent(new Event(STEP_DONE));
}

/** Call `listener` after each announced step. Returns the function that stops it. */
export function followSteps(listener: () => void): () => void {
  addEventListener(STEP_DONE, listener);
  return () => removeEventListener(STEP_DONE, listener);
}
