import * as z from 'zod';
import { CONTENT_STATUSES } from '../domain/content.ts';
import { ENTRY_STATUSES } from '../domain/entry.ts';
import { EVENT_KINDS } from '../domain/events.ts';
import { PLATFORMS } from '../domain/platform.ts';
import { DELIVERY_STATUSES } from '../domain/webhook.ts';
import { time } from './requests.ts';

const platform = z.enum(PLATFORMS);

/** Every list takes both forms of pagination; `lib/http/page.ts` refuses a mixture. Contract, section 10. */
const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number);
const pageFields = {
  page: wholeNumber.optional(),
  per_page: wholeNumber.optional(),
  cursor: z.string().min(1).max(1024).optional(),
  limit: wholeNumber.optional(),
};

// A plus sign in a query arrives as a space unless the client encoded it; no time has a space of its own.
const timeParameter = time.transform((text) => text.replace(' ', '+'));

export const NoQuery = z.strictObject({});
export const PageQuery = z.strictObject(pageFields);
export const ContentQuery = z.strictObject({
  ...pageFields,
  status: z.enum(CONTENT_STATUSES).optional(),
  platform: platform.optional(),
  from: timeParameter.optional(),
  to: timeParameter.optional(),
});
export const ScheduleQuery = z.strictObject({
  ...pageFields,
  from: timeParameter.optional(),
  to: timeParameter.optional(),
  platform: platform.optional(),
  status: z.enum(ENTRY_STATUSES).optional(),
  content_id: z.string().max(64).optional(),
});
export const EventsQuery = z.strictObject({
  ...pageFields,
  type: z.enum(EVENT_KINDS).optional(),
  from: timeParameter.optional(),
  to: timeParameter.optional(),
});
export const DeliveriesQuery = z.strictObject({
  ...pageFields,
  status: z.enum(DELIVERY_STATUSES).optional(),
  event_type: z.enum(EVENT_KINDS).optional(),
  from: timeParameter.optional(),
  to: timeParameter.optional(),
});
export const PerformanceQuery = z.strictObject({
  period: z.enum(['24h', '7d', '30d', '90d']).optional(),
  from: timeParameter.optional(),
  to: timeParameter.optional(),
  platform: platform.optional(),
  content_id: z.string().max(64).optional(),
});
export const TrendsQuery = z.strictObject({
  window: z.enum(['24h', '7d']).default('24h'),
  platform: platform.optional(),
  limit: wholeNumber
    .pipe(z.number().min(1, 'must be at least 1').max(100, 'must be at most 100'))
    .default(20),
  explain: z.enum(['true', 'false']).default('false'),
});
