import type { EventDraft } from '../../core/events/event-module.ts';
import type { Content, Target } from '../rules/content.ts';
import { newlyFailedTargets } from '../rules/target-outcomes.ts';
import { toContentView, toTargetView } from '../rules/view/content-view.ts';

/** Derive one draft for each target that a change has brought to its final failure and that `isReported` selects. */
export function failedTargetDrafts(
  before: Content | null,
  after: Content,
  keyOfTransition: string,
  isReported: (target: Target) => boolean,
): EventDraft[] {
  return newlyFailedTargets(before, after)
    .filter(isReported)
    .map((target) => ({
      dedupKey: `${after.id}/${keyOfTransition}/${target.schedule_id}/${target.status}`,
      timestamp: after.updated_at,
      data: { ...toContentView(after), failed_target: toTargetView(after, target) },
    }));
}
