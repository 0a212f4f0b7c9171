import { queueStepsOf } from '../../core/queue/step-job.ts';
import { onChange } from '../../core/stream/on-change.ts';
import { importEntity } from '../entities/imports.ts';
import { importSteps } from '../jobs.ts';
import { onImportErased } from './erased-imports.ts';

/** What follows from changes of the table. */
export const changes = [onChange(importEntity, onImportErased, queueStepsOf(importSteps))];
