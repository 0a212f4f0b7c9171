import * as z from 'zod/mini';
import { ContentData } from '../../../content/api/content/responses.ts';
import { lazy } from '../../../core/api/lazy.ts';
import { integer, lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { platformName } from '../../../platforms/api/response-fields.ts';

const date = lazy(() => z.string().check(z.meta({ format: 'date' })));

// biome-ignore format: one field per line.
export const UpcomingDate = lazyObject(() => ({
  date: date().check(z.meta({ description: 'The local date.', examples: ['2027-01-04'] })),
  local: z.string().check(z.meta({ description: 'The time on the clock of the recurrence.', examples: ['2027-01-04T09:00'] })),
  at: timestamp().check(z.meta({ description: 'The instant. A time that the clock skips is later by the gap; of one that occurs twice, the first.', examples: ['2027-01-04T08:00:00.000Z'] })),
  clock: z.enum(['regular', 'gap', 'repeated']).check(z.meta({ description: '`gap`: the clock skips the time on this day. `repeated`: it shows the time twice.', examples: ['regular'] })),
}));

// biome-ignore format: one field per line.
const problemFields = lazy(() => ({
  code: z.string().check(z.meta({ description: 'The violated rule or the problem, such as `unknown_account`, `duplicate_content` or `in_cooldown`.', examples: ['duplicate_content'] })),
  detail: z.string().check(z.meta({ description: 'Human-readable explanation.', examples: ['The content item cnt_01K00000000000000000000000 has the same content for the same account, too close in time.'] })),
}));

// biome-ignore format: one field per line.
export const OccurrenceProblem = lazyObject(() => ({
  ...problemFields(),
  date: date().check(z.meta({ description: 'The local date without an item.', examples: ['2027-01-04'] })),
  at: timestamp().check(z.meta({ description: 'Time it was decided.', examples: ['2026-12-05T08:00:00.000Z'] })),
}));

/** A recurrence in a list: without its texts, which could make a page larger than a response may be. */
// biome-ignore format: one field per line.
export const RecurrenceSummary = lazyObject(() => {
  const { media, accounts, labels, campaign, metadata } = ContentData().shape;
  return {
    id: z.string().check(z.meta({ description: 'The id of the recurrence.', examples: ['rec_01K00000000000000000000000'] })),
    name: z.nullable(z.string()).check(z.meta({ description: 'The name for the members of the workspace. Null if there is none.', examples: ['Weekly tip'] })),
    title: z.string(),
    platforms: z.array(platformName()),
    ...{ accounts, media, labels, campaign, metadata },
    rule: z.string().check(z.meta({ description: 'The dates as an RRULE (RFC 5545). `UNTIL` is the last local date.', examples: ['FREQ=WEEKLY;BYDAY=MO,TH'] })),
    starts_on: date().check(z.meta({ description: 'The date on which the rule begins.', examples: ['2027-01-04'] })),
    time: z.string().check(z.meta({ description: 'The time of publication on the clock of the zone.', examples: ['09:00'] })),
    time_zone: z.string().check(z.meta({ description: 'The IANA time zone.', examples: ['Europe/Berlin'] })),
    excluded_dates: z.array(date()).check(z.meta({ description: 'Dates of the rule without a post.', examples: [['2027-01-07']] })),
    evergreen: z.nullable(z.object({ cooldown_posts: integer().check(z.meta({ description: 'How many posts an account publishes at least between two with the same text.', examples: [10] })) })).check(z.meta({ description: 'The cooldown of the variations. Null for none.', examples: [null] })),
    paused: z.boolean().check(z.meta({ description: 'Whether the recurrence is paused: it makes no items, and holds those that are unchanged since they were made.', examples: [false] })),
    next_dates: z.array(UpcomingDate()).check(z.describe('The next dates of the rule, at most five; also those for which an item exists. Empty for a rule that has ended.')),
    last_problem: z.nullable(OccurrenceProblem()).check(z.meta({ description: 'Why the latest date without an item has none. Null if there is no such date since the settings were changed.', examples: [null] })),
    last_change: z.nullable(z.object({
      from: date().check(z.meta({ description: 'The date from which the settings were changed.', examples: ['2027-01-04'] })),
      replaced: integer().check(z.meta({ description: 'Number of upcoming items that were replaced or deleted.', examples: [4] })),
      kept: integer().check(z.meta({ description: 'Number of upcoming items that stay, because a person has changed, submitted, approved or deleted them.', examples: [1] })),
      held: integer().check(z.meta({ description: 'Number of upcoming items that a pause holds.', examples: [0] })),
    })).check(z.meta({ description: 'What the latest change of the settings does to the items that were made before. They are replaced or held within seconds. Null before the first change.', examples: [null] })),
    created_by: z.string().check(z.meta({ description: 'The member who created the recurrence, or whose API key did. Its items have the same creator.', examples: ['usr_01K00000000000000000000000'] })),
    created_at: timestamp(),
    updated_at: timestamp(),
  };
});

// biome-ignore format: one field per line.
export const RecurrenceResponse = lazyObject(() => {
  const { thread, first_comment, platform_options } = ContentData().shape;
  return {
    ...RecurrenceSummary().shape,
    description: z.nullable(z.string()).check(z.meta({ description: 'The text to publish. If null, the title is published. `variations` take its place.', examples: [null] })),
    variations: z.array(z.string()).check(z.meta({ description: 'Texts in rotation, in place of `description`.', examples: [['Tip: plan your week on Monday.', 'Tip: write three posts at a time.']] })),
    ...{ thread, first_comment, platform_options },
  };
});

// biome-ignore format: one field per line.
export const RecurrenceDetailResponse = lazyObject(() => ({
  ...RecurrenceResponse().shape,
  occurrences: z.array(z.object({
    date: date().check(z.meta({ description: 'The local date.', examples: ['2027-01-04'] })),
    at: timestamp().check(z.meta({ description: 'The planned time.', examples: ['2027-01-04T08:00:00.000Z'] })),
    content_id: z.nullable(z.string()).check(z.meta({ description: 'The id of the item, which may be deleted. Null if none was made.', examples: ['cnt_01K00000000000000000000000'] })),
    problem: z.nullable(z.object(problemFields())).check(z.meta({ description: 'Why no item was made. `in_cooldown` before the day of the date: the date is tried again. Otherwise null.', examples: [null] })),
  })).check(z.describe('The outcome of the dates of the last 30 and the next 30 days, in order.')),
}));

// biome-ignore format: one field per line.
export const PreviewResponse = lazyObject(() => ({
  rule: z.string().check(z.meta({ description: 'The rule as it would be stored.', examples: ['FREQ=WEEKLY;BYDAY=MO,TH'] })),
  time_zone: z.string().check(z.meta({ description: 'The IANA time zone.', examples: ['Europe/Berlin'] })),
  next_dates: z.array(UpcomingDate()).check(z.describe('The next dates, at most ten. Empty if the rule has none in the future.')),
}));
