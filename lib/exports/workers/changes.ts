import { queueStepsOf } from '../../core/queue/step-job.ts';
import { onChange } from '../../core/stream/on-change.ts';
import { exportEntity } from '../entities/exports.ts';
import { exportSteps } from '../jobs.ts';
import { onExportErased } from './erased-exports.ts';

/** What follows from changes of the table. */
export const changes = [onChange(exportEntity, onExportErased, queueStepsOf(exportSteps))];
