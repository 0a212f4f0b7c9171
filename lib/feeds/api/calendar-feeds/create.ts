import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { labelSchema } from '../../../core/api/request-fields.ts';
import { CalendarFeedUrlResponse } from './responses.ts';

// biome-ignore format: one field per line.
const scope = z.strictObject({
  account: z.optional(z.string().check(z.maxLength(64))).check(z.meta({ description: 'The id of the account of the posts.', examples: ['acc_01K00000000000000000000000'] })),
  label: z.optional(z.string().check(z.maxLength(64))).check(z.meta({ description: 'The id of the label of the content items.', examples: ['lbl_01K00000000000000000000000'] })),
}).check(z.refine(({ account, label }) => account === undefined || label === undefined, 'Must have an account or a label, not both.'));

// biome-ignore format: one field per line.
export const CalendarFeedCreate = z.strictObject({
  scope: z.optional(scope).check(z.describe('The posts of the calendar: those of an account, or those of the content items with a label. Defaults to all posts of the workspace.')),
  name: z.optional(labelSchema(200)).check(z.meta({ description: 'The name of the calendar in the client. Defaults to the name of the workspace or the account, or to the label.', examples: ['Spring campaign'] })),
});

export const operation = defineOperation({
  id: 'calendar-feeds.create',
  route: 'POST /v1/calendar-feeds',
  summary: 'Create a calendar feed',
  description:
    'Create a secret URL with which a calendar client subscribes to the planned and published posts. Anyone who has the URL can read their titles and texts until the feed is deleted. You also need the permission `content:read`. A session requires a sign-in within the last ten minutes. The `url` is returned only in this response. A workspace can have at most 50 calendar feeds. A feed ends when the member who created it is removed, and returns 404 while that member lacks the permission `content:read`.',
  permissions: ['team:write'],
  showsSecret: true,
  body: CalendarFeedCreate,
  status: 201,
  errors: ['recent_sign_in_required', 'calendar_feed_limit'],
  access: { get: ['Account', 'Label'], put: ['CalendarFeed'], add: ['Counter'] },
  example: { body: { name: 'Spring campaign' } },
});

export const response = CalendarFeedUrlResponse;
