import * as z from 'zod/mini';
import { lazy } from '../../../core/api/lazy.ts';
import { integer, lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { labelFields } from '../../../labels/api/labels/responses.ts';
import { platformName } from '../../../platforms/api/response-fields.ts';
import { ENTRY_STATUSES } from '../../rules/schedule-entry.ts';
import { HALT_DOCS, HaltMark } from '../content/halt-responses.ts';
import { OccurrenceOfResponse } from '../content/occurrence-of-response.ts';
import { QueueSlotResponse } from '../content/queue-slot-response.ts';
import { PublishErrorResponse, ThumbnailResponse, WarningResponse } from '../content/responses.ts';
import { scheduledLocal } from '../content/time-responses.ts';

// biome-ignore format: one field per line.
const entryFields = lazy(() => ({
  id: z.string().check(z.meta({ description: 'The id of the schedule entry.', examples: ['scd_01K00000000000000000000000'] })),
  content_id: z.string(),
  title: z.nullable(z.string()).check(z.meta({ description: 'The title of the item. Null once the item is deleted, or if the token has neither `content:read` nor `content:write`.', examples: ['Summer campaign'] })),
  group_id: z.string(),
  platform: platformName(),
  account_id: z.nullable(z.string()).check(z.meta({ description: 'The id of the platform account.', examples: ['acc_01K00000000000000000000000'] })),
  sandbox: z.boolean(),
  scheduled_at: timestamp(),
  scheduled_local: scheduledLocal(),
  queue: z.nullable(QueueSlotResponse()).check(z.meta({ description: 'The slot of a queue that the entry has. Null if it has none, or if the token has neither `content:read` nor `content:write`.', examples: [null] })),
  status: z.enum(ENTRY_STATUSES),
  published_at: z.nullable(timestamp()).check(z.meta({ description: 'Time of publication. Null until the post is published.', examples: ['2026-11-20T09:30:00.000Z'] })),
  late_by_seconds: z.nullable(integer()).check(z.meta({ description: 'Delay between the scheduled time and publication, in seconds. Null until the post is published.', examples: [1] })),
  platform_post_id: z.nullable(z.string()),
  url: z.nullable(z.string()),
  error: z.nullable(PublishErrorResponse()).check(z.describe('Details of the failure. Null if there is none.')),
  halt: z.nullable(HaltMark()).check(z.meta(HALT_DOCS)),
}));

/** A schedule entry that was created. */
export const EntryResponse = lazyObject(entryFields);

/** A schedule entry as it is listed. */
// biome-ignore format: one field per line.
export const ListedScheduleEntryResponse = lazyObject(() => ({
  ...entryFields(),
  recurrence: z.nullable(OccurrenceOfResponse()).check(z.meta({ description: 'The recurrence that made the item, and the date for which. Null for an item that was written, or if the token has neither `content:read` nor `content:write`.', examples: [null] })),
  ...labelFields(),
  thumbnail: z.nullable(ThumbnailResponse()).check(z.describe('The first file of the item. Null if the item has no files or is deleted, or if the token does not have `content:read`.')),
}));

/** A schedule entry that was changed, with the problems of its target. */
export const ChangedEntryResponse = lazyObject(() => ({ ...entryFields(), warnings: z.array(WarningResponse()) }));
