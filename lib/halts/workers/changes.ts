import { queueStepsOf } from '../../core/queue/step-job.ts';
import { onChange } from '../../core/stream/on-change.ts';
import { haltReleaseEntity } from '../entities/halts.ts';
import { haltReleaseSteps } from '../jobs.ts';

/** What follows from changes of the table. */
export const changes = [onChange(haltReleaseEntity, queueStepsOf(haltReleaseSteps))];
