import { runStep, type StepMessage } from '../../core/queue/step-job.ts';
import { indexContent } from '../../search/workers/index-content.ts';
import { STEP_JOBS } from './step-jobs.ts';

/** Run what a message of the step queue names: a step of a job, or the indexing of an item for the search. */
export async function runQueuedStep(message: StepMessage, nowMs: number): Promise<void> {
  const { entity, workspace_id, id } = message;
  if (entity === 'Content') return indexContent(workspace_id, id);
  const job = Object.hasOwn(STEP_JOBS, entity) ? STEP_JOBS[entity] : null;
  if (!job) throw new Error(`No worker has steps of ${entity}.`);
  await runStep(job, message, nowMs);
}
