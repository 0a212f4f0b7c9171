import { toWords } from '../words.ts';

// The API changes the text of an item in these statuses.
const EDITABLE = ['draft', 'pending_approval', 'changes_requested', 'approved', 'cancelled', 'scheduled', 'failed'];

/** Return why an item with this status cannot be edited, or null. */
export function editObstacle(status: string): string | null {
  if (EDITABLE.includes(status)) return null;
  if (status === 'publishing') return 'The post is being published, so it cannot be edited now.';
  return `The post is ${toWords(status)}. What is or may be on a platform cannot be edited here.`;
}
