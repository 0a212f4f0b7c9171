import { endInFailure } from '../../content/rules/post/thread.ts';
import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { entryError } from '../../content/rules/sends/publish-failure-reasons.ts';
import type { LimitReachedError } from '../../identity/rules/limit-reached.ts';
import { applyChange } from './publish-transitions.ts';
import type { SettleStep } from './step.ts';

/** Return the step that fails an entry at a limit of its workspace. Nothing was sent. */
export function endAtLimit(entry: ScheduleEntry, reached: LimitReachedError): SettleStep {
  const error = entryError(reached.limit === 'posts_per_day' ? 'post_limit_reached' : 'spending_limit_reached');
  return {
    step: 'settle',
    name: 'limit reached',
    transition: (item, nowMs) => applyChange(item, entry, endInFailure(entry, error, nowMs)),
    unchanged: 'entry',
    reached,
  };
}
