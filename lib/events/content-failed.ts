import type { Content, Target } from '../domain/content/content.ts';
import { targetsInOrder, toContentView, toTargetView } from '../domain/content/content-view.ts';
import type { EventModule } from './event-module.ts';
import { SAMPLE_CONTENT, SAMPLE_FAILED_TARGET } from './samples.ts';

/** `content.failed`. */
export const contentFailed = {
  description:
    'A target failed permanently, or its outcome remains unknown. `data` is the item, `failed_target` the target. Each target has its own event.',
  schema: ({ ContentData, TargetResponse }) => ContentData.extend({ failed_target: TargetResponse }),
  sample: {
    ...SAMPLE_CONTENT,
    status: 'failed',
    targets: [SAMPLE_FAILED_TARGET],
    failed_target: SAMPLE_FAILED_TARGET,
  },
  source: 'Content',
  on: 'write',
  derive: (before, after) =>
    targetsInOrder(after)
      .filter((target) => isFinalFailure(target) && !isSameFailure(before, target))
      .map((target) => ({
        dedupKey: `${after.id}/failed/${target.schedule_id}/${target.status}`,
        timestamp: after.updated_at,
        data: { ...toContentView(after), failed_target: toTargetView(target) },
      })),
} satisfies EventModule;

/** An unconfirmed target counts as failed once no check with its platform is planned. */
function isFinalFailure(target: Target): boolean {
  return target.status === 'failed' || (target.status === 'unconfirmed' && !target.next_check_at);
}

function isSameFailure(before: Content | null, after: Target): boolean {
  const same = Object.values(before?.targets ?? {}).find(({ schedule_id }) => schedule_id === after.schedule_id);
  return same?.status === after.status && isFinalFailure(same);
}
