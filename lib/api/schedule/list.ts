import * as z from 'zod';
import { ENTRY_STATUSES } from '../../domain/content/schedule-entry.ts';
import { defineOperation } from '../define-operation.ts';
import { accountFilter, pageFields, platform, timeParameter } from '../request-fields.ts';
import { listResponse } from '../response-fields.ts';
import { EntryResponse } from './responses.ts';

export const ScheduleQuery = z.strictObject({
  ...pageFields,
  from: timeParameter.optional(),
  to: timeParameter.optional(),
  platform: platform.optional(),
  account_id: accountFilter.optional(),
  status: z.enum(ENTRY_STATUSES).optional(),
  content_id: z.string().max(64).optional(),
});

export const ScheduleListResponse = listResponse('scheduled_posts', EntryResponse);

export const operation = defineOperation({
  id: 'schedule.list',
  route: 'GET /v1/schedule',
  summary: 'List schedule entries',
  description: 'Return schedule entries, earliest first. Without a `status` filter, finished entries are omitted.',
  permissions: ['schedule:read', 'content:read'],
  query: ScheduleQuery,
  access: { get: ['Content', 'ScheduleEntry'], indexes: ['by_status', 'by_category', 'by_parent'] },
});

export const response = ScheduleListResponse;
