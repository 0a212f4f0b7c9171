import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { updateSchema } from '../../../core/api/request-fields.ts';
import { calendarDate, recurrenceFields } from './requests.ts';
import { RecurrenceResponse } from './responses.ts';

// biome-ignore format: one field per line.
export const RecurrenceUpdate = updateSchema({
  ...recurrenceFields,
  from: calendarDate.check(z.meta({ description: 'Change this date and the following ones: earlier items stay. A new `rule` begins on it. Default: today. At most the first date of which no item is made yet.', examples: ['2027-01-11'] })),
});

export const operation = defineOperation({
  id: 'recurrences.update',
  route: 'PUT /v1/recurrences/{id}',
  summary: 'Update, pause or resume a recurrence',
  description:
    'Update a recurrence from a date on. Omitted fields do not change. Upcoming items that are unchanged since they were made are replaced within seconds where the new settings differ. Items that a person has changed, moved, submitted, approved, cancelled or deleted stay as they are; `last_change` counts both. To change a single date, update its item with `PUT /content/{id}`. `paused: true` deletes the upcoming items that are unchanged; `paused: false` makes them again. Requires the permissions `schedule:write` and `content:write`.',
  permissions: ['schedule:write'],
  body: RecurrenceUpdate,
  errors: ['label_limit', 'recurrence_changing'],
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
