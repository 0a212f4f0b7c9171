import { toWords } from '../words.ts';

// The API changes the text of an item in these statuses.
const EDITABLE = ['draft', 'pending_approval', 'changes_requested', 'approved', 'cancelled', 'scheduled', 'failed'];

/** What decides whether an item can be edited. Lists of items are without targets. */
interface Edited {
  status: string;
  targets?: { status: string }[];
}

/** Return why an item cannot be edited, or null. */
export function editObstacle({ status, targets = [] }: Edited): string | null {
  // The parts of an interrupted thread that are not live can still be changed.
  const isInterrupted = targets.some((target) => target.status === 'partially_published');
  if (EDITABLE.includes(status) || (status === 'partially_published' && isInterrupted)) return null;
  if (status === 'publishing') return 'The post is being published, so it cannot be edited now.';
  return `The post is ${toWords(status)}. What is or may be on a platform cannot be edited here.`;
}

// The statuses of a target whose text is or may be on a platform.
const WITH_TEXT = ['publishing', 'published', 'unconfirmed'];

/**
 * Return whether a text of an item can still be changed: before a platform has it or may have it, and what is left of an
 * interrupted thread.
 */
export function isTextEditable(item: { status: string; targets: { status: string }[] }): boolean {
  const has = (statuses: string[]) => item.targets.some(({ status }) => statuses.includes(status));
  return editObstacle(item) === null && (has(['partially_published']) || !has(WITH_TEXT));
}
