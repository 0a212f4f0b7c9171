import { contentEntity } from '../../content/entities/contents.ts';
import { queueStepsOf } from '../../core/queue/step-job.ts';
import { onChange } from '../../core/stream/on-change.ts';
import { queueEntity } from '../entities/queues.ts';
import { queueSteps } from '../jobs.ts';
import { onQueuedContentChanged } from './release-slot.ts';

/** What follows from changes of the table. */
export const changes = [
  onChange(contentEntity, onQueuedContentChanged),
  onChange(queueEntity, queueStepsOf(queueSteps)),
];
