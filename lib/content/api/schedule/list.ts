import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { accountFilter, pageFields, timeParameter } from '../../../core/api/request-fields.ts';
import { listResponse } from '../../../core/api/response-fields.ts';
import { labelFilters } from '../../../labels/api/request-fields.ts';
import { platform } from '../../../platforms/api/request-fields.ts';
import { ENTRY_STATUSES } from '../../rules/schedule-entry.ts';
import { ListedScheduleEntryResponse } from './responses.ts';

export const ScheduleQuery = z.strictObject({
  ...pageFields,
  from: z.optional(timeParameter),
  to: z.optional(timeParameter),
  platform: z.optional(platform),
  account_id: z.optional(accountFilter),
  status: z.optional(z.enum(ENTRY_STATUSES)),
  content_id: z.optional(z.string().check(z.maxLength(64))),
  ...labelFilters,
});

export const ScheduleListResponse = /* @__PURE__ */ listResponse(
  'scheduled_posts',
  ListedScheduleEntryResponse,
  'schedule entries',
);

export const operation = defineOperation({
  id: 'schedule.list',
  route: 'GET /v1/schedule',
  summary: 'List schedule entries',
  description:
    'Return schedule entries, earliest first. Without a `status` filter, finished entries are omitted. A page with `label` or `campaign` reads at most 300 entries, so it can have fewer entries than `limit` while `has_more` is true; it has no `page`.',
  permissions: ['schedule:read', 'content:read'],
  agents: true,
  portals: true,
  query: ScheduleQuery,
  signsMediaUrls: ['files'],
  access: {
    get: ['Content', 'Label', 'LabelName', 'ScheduleEntry', 'WorkspaceSettings'],
    indexes: ['by_status', 'by_category', 'by_parent'],
  },
});

export const response = ScheduleListResponse;
