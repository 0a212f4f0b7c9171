import type { TableAccess } from '../api/table-access.ts';
import type { MAX_RECEIVES } from '../retry/back-off.ts';

/** A number, or the setting of the stage that has it. */
export type Amount = number | { setting: string };

/** A function that AWS triggers. One without `every` and `queue` has its own trigger in `lib/stack`. */
export interface Job {
  /** The file below `functions`: `on-refresh-due`. */
  name: string;
  /** Lambda ends a run after so many seconds. */
  timeoutSeconds: number;
  /** 512 MB by default. Only work that is bound by CPU or by memory takes more. */
  memoryMb?: number;
  /** Runs every so many minutes, with reserved concurrency in production. */
  every?: Amount;
  /** The construct id of the schedule, which a deployed stack has under this name. */
  schedule?: string;
  /**
   * Reads a queue of its own, `MetricPollQueue` of `on-metric-poll-queued`, one message at a time. How many at once, and how
   * often a message is received, before it moves to the dead-letter queue.
   */
  queue?: { concurrency: Amount; receives?: keyof typeof MAX_RECEIVES };
  /** The queues to which it sends messages. `publish`: those of all platforms. */
  sends?: readonly string[];
  access: TableAccess;
}

/** The functions in which several features have a part. */
export type ComposedJob = 'on-table-change' | 'on-step-queued' | 'on-email-queued' | 'on-sweep-due';

/** What a feature does in a function that does work of several features: its table access is added to theirs. */
export interface JobPart {
  of: ComposedJob;
  access: TableAccess;
}

/** The steps of a kind of job, which the step queue runs. */
export interface Steps<T> {
  /** The entity of the jobs. */
  entity: string;
  /** Return whether a job has a step to do. Each change of the job is asked. */
  hasStep: (job: T) => boolean;
  idOf: (job: T) => string;
}

/** Declare a function that AWS triggers, in the `jobs.ts` of its feature. The stack and its tests collect all of them. */
export function defineJob(job: Job): Job {
  return job;
}

/** Declare what a feature does in a function of several features, in its `jobs.ts`. */
export function defineJobPart(part: JobPart): JobPart {
  return part;
}

/**
 * Declare the steps of a kind of job, in the `jobs.ts` of its feature. Their table access is a part of `on-step-queued`: here
 * it would be in the bundle of the stream worker, which queues the steps.
 */
export function defineSteps<T>(steps: Steps<T>): Steps<T> {
  return steps;
}
