import type { EventDraft } from '../../core/events/event-module.ts';
import type { Content, Target } from '../rules/content.ts';
import { targetsInOrder, toContentView, toTargetView } from '../rules/content-view.ts';

/** Derive one draft for each target that a change has brought to its final failure and that `isReported` selects. */
export function failedTargetDrafts(
  before: Content | null,
  after: Content,
  keyOfTransition: string,
  isReported: (target: Target) => boolean,
): EventDraft[] {
  return targetsInOrder(after)
    .filter((target) => isFinalFailure(target) && !isSameFailure(before, target) && isReported(target))
    .map((target) => ({
      dedupKey: `${after.id}/${keyOfTransition}/${target.schedule_id}/${target.status}`,
      timestamp: after.updated_at,
      data: { ...toContentView(after), failed_target: toTargetView(after, target) },
    }));
}

/** An interrupted thread has failed. An unconfirmed target counts as failed once no check with its platform is planned. */
function isFinalFailure(target: Target): boolean {
  if (target.status === 'failed' || target.status === 'partially_published') return true;
  return target.status === 'unconfirmed' && !target.next_check_at;
}

function isSameFailure(before: Content | null, after: Target): boolean {
  const same = Object.values(before?.targets ?? {}).find(({ schedule_id }) => schedule_id === after.schedule_id);
  return same?.status === after.status && isFinalFailure(same);
}
