import { listAudit } from '../../audit/store/audit-log.ts';
import { accountRemovalJob } from '../../content/workers/remove-account.ts';
import type { StepJob } from '../../core/queue/step-job.ts';
import { exportJob } from '../../exports/workers/run-export.ts';
import { haltReleaseJob } from '../../halts/workers/release-held.ts';
import { importJob } from '../../imports/workers/run-import.ts';
import { queueJob } from '../../queues/workers/sync-queued-posts.ts';
import { recurrenceJob } from '../../recurrences/workers/advance-recurrence.ts';
import { recoveryJob } from '../../webhooks/workers/recover-deliveries.ts';

/** The jobs of the step queue, by the entity of their declared steps. */
// biome-ignore lint/suspicious/noExplicitAny: each job has its own record.
export const STEP_JOBS: Record<string, StepJob<any>> = {
  AccountRemoval: accountRemovalJob,
  Export: exportJob(listAudit),
  HaltRelease: haltReleaseJob,
  Import: importJob,
  Queue: queueJob,
  Recovery: recoveryJob,
  Recurrence: recurrenceJob,
};
