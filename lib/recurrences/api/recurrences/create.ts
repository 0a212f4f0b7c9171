import { defineOperation } from '../../../core/api/define-operation.ts';
import { RecurrenceCreate } from './requests.ts';
import { RecurrenceResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'recurrences.create',
  route: 'POST /v1/recurrences',
  summary: 'Create a recurrence',
  description:
    'Create a post that repeats by a calendar rule. Its items are made 30 days ahead, each at most once, as `POST /content` with `scheduled_at` makes them: with the link rules, the duplicate guard and the required approval of the workspace. A date of which no item can be made is skipped with a reason (`recurrence.failed`). Requires the permissions `schedule:write` and `content:write`. A workspace can have up to 100 recurrences.',
  permissions: ['schedule:write'],
  location: true,
  body: RecurrenceCreate,
  status: 201,
  errors: ['recurrence_limit', 'label_limit'],
  access: {
    get: [
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
    put: ['Recurrence', 'Label', 'LabelName'],
    add: ['Counter', 'MediaAsset'],
  },
  example: {
    body: {
      name: 'Weekly tip',
      title: 'Weekly tip',
      variations: ['Tip: plan your week on Monday.', 'Tip: write three posts at a time.'],
      platforms: ['x', 'linkedin'],
      rule: 'FREQ=WEEKLY;BYDAY=MO',
      time: '09:00',
      time_zone: 'Europe/Berlin',
    },
  },
});

export const response = RecurrenceResponse;
