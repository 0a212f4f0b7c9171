import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { calendarFields } from './requests.ts';
import { PreviewResponse } from './responses.ts';

// biome-ignore format: one field per line.
export const RecurrencePreview = z.strictObject({
  rule: calendarFields.rule,
  time: calendarFields.time,
  starts_on: z.optional(calendarFields.starts_on).check(z.meta({ description: 'The date on which the rule begins. Default: today.', examples: ['2027-01-04'] })),
  time_zone: z.optional(calendarFields.time_zone).check(z.meta({ description: 'The IANA time zone. Default: that of the workspace.', examples: ['Europe/Berlin'] })),
  excluded_dates: z.optional(calendarFields.excluded_dates),
});

export const operation = defineOperation({
  id: 'recurrences.preview',
  route: 'POST /v1/recurrences/preview',
  summary: 'Preview the dates of a rule',
  description: 'Return the next ten dates of a calendar rule with their instants. Nothing is stored.',
  permissions: ['content:read'],
  body: RecurrencePreview,
  access: { get: ['WorkspaceSettings'] },
  example: { body: { rule: 'FREQ=MONTHLY;BYDAY=-1FR', time: '09:00', time_zone: 'Europe/Berlin' } },
});

export const response = PreviewResponse;
