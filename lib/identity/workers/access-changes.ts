import type { ChangeHandler } from '../../core/stream/on-change.ts';
import type { AccessChange } from '../rules/access-change.ts';
import { onAccessChanged } from './security-emails.ts';

/** Finds what of a change decides who approves and publishes, or their credentials; null for another change. */
type Finder<R> = (before: R | null, after: R, operation: string) => Omit<AccessChange, 'kind'> | null;

/** Return the handler that queues the emails about changes by which a session changes who may do what. */
export function onAccess<R extends { workspace_id: string }>(find: Finder<R>): ChangeHandler<R> {
  return async (before, after, _nowMs, by) => {
    if (after === null || by === null) return;
    await onAccessChanged(after.workspace_id, find(before, after, by.operation), by);
  };
}
