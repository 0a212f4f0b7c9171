import { log } from '../observability/log.ts';
import { coalesce } from '../retry/coalesce.ts';
import type { Steps } from './define-job.ts';
import { queueUrl, SQS_BATCH_SIZE, sendBatch } from './sqs.ts';

/** Names the next step of a job in the step queue; the job itself decides what to do. */
export interface StepMessage {
  workspace_id: string;
  /** The entity of the job. */
  entity: string;
  id: string;
  /** The version of the job at the beginning of the step. */
  version: number;
}

/** What the stream worker queues: a step of a job, or an item for the search index. */
type QueuedStep = StepMessage | Pick<StepMessage, 'workspace_id' | 'entity' | 'id'>;

/** Work that a worker does in steps. A step saves its progress in the job, whose change queues the next step. */
export interface StepJob<T extends { version: number }> {
  /** Load a job; null when there is none. */
  load: (workspaceId: string, id: string) => Promise<T | null>;
  /**
   * Run the step of a job. A repetition has no other effect: a worker may end before the progress is saved, and SQS may
   * deliver a message twice. Returns what the log has of the step.
   */
  run: (job: T, nowMs: number) => Promise<object>;
}

/** Queue a step, in the group of its workspace. The changes of a stream batch share a request. */
export const queueStep = coalesce<QueuedStep, undefined>(async (messages) => {
  await sendBatch(queueUrl('STEP'), messages);
  return messages.map(() => undefined);
}, SQS_BATCH_SIZE);

/** Create the stream handler that queues the next step of a changed job. Its work takes seconds, and would delay the stream. */
export function queueStepsOf<T extends { workspace_id: string; version: number }>({ entity, hasStep, idOf }: Steps<T>) {
  return async (_before: T | null, after: T | null): Promise<void> => {
    if (!after || !hasStep(after)) return;
    const { workspace_id, version } = after;
    await queueStep({ workspace_id, entity, id: idOf(after), version });
  };
}

/** Run the step that a message names. Does nothing when the job has moved on: the step is complete. */
export async function runStep<T extends { version: number }>(
  { load, run }: StepJob<T>,
  { workspace_id, entity, id, version }: StepMessage,
  nowMs: number,
): Promise<void> {
  const job = await load(workspace_id, id);
  if (job?.version !== version) return;
  const done = await run(job, nowMs);
  log.info('step finished', { workspace_id, entity, id, version, ...done });
}
