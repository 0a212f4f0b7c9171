import { queueStepsOf } from '../../core/queue/step-job.ts';
import { onChange } from '../../core/stream/on-change.ts';
import { memberEntity } from '../../identity/entities/members.ts';
import { templateEntity } from '../../templates/entities/templates.ts';
import { recurrenceEntity } from '../entities/recurrences.ts';
import { recurrenceSteps } from '../jobs.ts';
import { onRecurrenceCreatorRemoved } from './removed-creators.ts';
import { onMentionRenamed } from './renamed-mentions.ts';

/** What follows from changes of the table. */
export const changes = [
  onChange(memberEntity, onRecurrenceCreatorRemoved),
  onChange(templateEntity, onMentionRenamed),
  onChange(recurrenceEntity, queueStepsOf(recurrenceSteps)),
];
