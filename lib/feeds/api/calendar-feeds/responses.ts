import * as z from 'zod/mini';
import { lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { SAMPLE_FEED_TOKEN } from './sample-token.ts';

// biome-ignore format: one field per line.
export const CalendarFeedResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the calendar feed.', examples: ['cal_01K00000000000000000000000'] })),
  name: z.string().check(z.meta({ description: 'The name of the calendar in the client.', examples: ['Spring campaign'] })),
  scope: z.object({
    account: z.nullable(z.string()).check(z.meta({ description: 'The account of the posts. Null for all.', examples: ['acc_01K00000000000000000000000'] })),
    label: z.nullable(z.string()).check(z.meta({ description: 'The id of the label of the content items. Null for all.', examples: [null] })),
  }).check(z.describe('The posts of the calendar. With neither an account nor a label: all of the workspace.')),
  created_by: z.string().check(z.meta({ description: 'The member who created the feed. It ends when the member is removed.', examples: ['usr_01K00000000000000000000000'] })),
  created_at: timestamp(),
}));

/** A new feed. Only this response has its url. */
// biome-ignore format: one field per line.
export const CalendarFeedUrlResponse = lazyObject(() => ({
  ...CalendarFeedResponse().shape,
  url: z.string().check(z.meta({ description: 'The secret URL of the calendar. Returned only in this response.', examples: [`https://api.example.com/v1/calendar.ics?token=${SAMPLE_FEED_TOKEN}`] })),
}));
