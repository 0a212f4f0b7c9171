import * as z from 'zod/mini';
import { oneText } from '../../../content/api/content/requests.ts';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { updateSchema } from '../../../core/api/request-fields.ts';
import { calendarDate, recurrenceFields } from './requests.ts';
import { RecurrenceResponse } from './responses.ts';

// biome-ignore format: one field per line.
export const RecurrenceUpdate = updateSchema({
  ...recurrenceFields,
  take_over: z.literal(true).check(z.meta({ description: 'Make the caller, an owner, the creator of the recurrence in place of a member who was removed. Its next items have this creator.', examples: [true] })),
  from: calendarDate.check(z.meta({ description: 'Change this date and the following ones: earlier items stay. A new `rule` begins on it. Default: today. At most the first date of which no item is made yet.', examples: ['2027-01-11'] })),
}).check(...oneText);

export const operation = defineOperation({
  id: 'recurrences.update',
  route: 'PUT /v1/recurrences/{id}',
  summary: 'Update, pause or resume a recurrence',
  description:
    'Update a recurrence from a date on. Omitted fields do not change. Upcoming items that are unchanged since they were made are replaced within seconds where the new settings differ. Items that a person has changed, moved, submitted, approved, cancelled or deleted stay as they are; `last_change` counts both. To change a single date, update its item with `PUT /content/{id}`. `paused: true` holds the upcoming items that are unchanged; one whose time passes in the meantime is cancelled. `paused: false` releases them. With `take_over: true`, an owner becomes the creator of a recurrence whose creator was removed. Requires the permissions `schedule:write` and `content:write`.',
  permissions: ['schedule:write'],
  body: RecurrenceUpdate,
  errors: ['owner_required', 'label_limit', 'recurrence_changing'],
  access: {
    get: [
      'Recurrence',
      'Content',
      'Label',
      'LabelName',
      'Account',
      'DefaultAccount',
      'PublishLimit',
      'WorkspaceSettings',
      'MediaAsset',
      'Template',
      'TemplateName',
    ],
    list: ['RecurrenceOccurrence'],
    put: ['Recurrence', 'Label', 'LabelName'],
    add: ['Counter', 'MediaAsset'],
  },
  example: {
    params: { id: 'rec_01K00000000000000000000000' },
    body: { time: '10:30' },
  },
});

export const response = RecurrenceResponse;
