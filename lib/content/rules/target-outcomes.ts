import type { Content, Target } from './content.ts';
import { targetsInOrder } from './content-targets.ts';

/**
 * List the targets that a change has brought to their final failure, in the order of the platforms. An interrupted thread
 * has failed. An unconfirmed target counts as failed once no check with its platform is planned.
 */
export function newlyFailedTargets(before: Content | null, after: Content): Target[] {
  return targetsInOrder(after).filter((target) => isFinalFailure(target) && !isSameFailure(before, target));
}

/** List the targets that a change has made unconfirmed, in that order. A repeat of a send is no change of its outcome. */
export function newlyUnconfirmedTargets(before: Content | null, after: Content): Target[] {
  return targetsInOrder(after).filter((target) => isNewlyUnconfirmed(before, target));
}

function isNewlyUnconfirmed(before: Content | null, after: Target): boolean {
  if (after.status !== 'unconfirmed') return false;
  const same = earlierState(before, after);
  return same?.status !== 'unconfirmed' && !same?.unconfirmed_send?.checks;
}

function isFinalFailure(target: Target): boolean {
  if (target.status === 'failed' || target.status === 'partially_published') return true;
  return target.status === 'unconfirmed' && !target.next_check_at;
}

function isSameFailure(before: Content | null, after: Target): boolean {
  const same = earlierState(before, after);
  return same?.status === after.status && isFinalFailure(same);
}

function earlierState(before: Content | null, { schedule_id }: Target): Target | undefined {
  return Object.values(before?.targets ?? {}).find((target) => target.schedule_id === schedule_id);
}
