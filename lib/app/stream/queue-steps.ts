import { queueStep, type StepMessage } from '../../core/queue/step-job.ts';
import { hasStep as hasReleaseStep } from '../../halts/rules/halt-release.ts';
import { isWorking } from '../../imports/rules/import.ts';
import { hasPostsBehind } from '../../queues/rules/queue.ts';
import type { StreamRecords } from './stream-records.ts';

/** The entities of the jobs that the step queue runs. */
export type SteppedEntity =
  | 'AccountRemoval'
  | 'Export'
  | 'HaltRelease'
  | 'Import'
  | 'Queue'
  | 'Recovery'
  | 'Recurrence';

const isRunning = ({ status }: { status: string }) => status === 'running';

/** Whether a job has a step to do, by its entity. */
const HAS_STEP: { [E in SteppedEntity]: (job: StreamRecords[E]) => boolean } = {
  AccountRemoval: isRunning,
  Export: isRunning,
  HaltRelease: hasReleaseStep,
  Import: isWorking,
  Queue: hasPostsBehind,
  Recovery: isRunning,
  // Its worker decides: what computes dates would more than double the bundle of this one.
  Recurrence: () => true,
};

/** Create the handler that queues the next step of a changed job. Its work takes seconds, and would delay the stream. */
export function stepsOf<E extends SteppedEntity>(entity: E) {
  return async (_before: StreamRecords[E] | null, after: StreamRecords[E] | null): Promise<void> => {
    if (!after || !HAS_STEP[entity](after)) return;
    const { workspace_id, version } = after;
    const id = 'id' in after ? after.id : after.account_id;
    const message: StepMessage = { workspace_id, entity, id, version };
    await queueStep(message);
  };
}
