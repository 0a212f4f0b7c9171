import * as z from 'zod/mini';
import { contentFields, createFields, oneText, titleOrText } from '../../../content/api/content/requests.ts';
import { distinct, labelSchema, textSchema } from '../../../core/api/request-fields.ts';
import { isTimeZone } from '../../../core/values/time-zone.ts';
import { MAX_COOLDOWN_POSTS, MAX_EXCLUDED_DATES, MAX_VARIATIONS } from '../../rules/recurrence.ts';

function isDate(text: string): boolean {
  const timeMs = Date.parse(text);
  return !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(text);
}

const DATE_DOCS = { format: 'date' };

/** A date on the calendar, without a time and a zone. */
export const calendarDate = z
  .string()
  .check(
    z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Must be a date such as 2027-03-28.'),
    z.refine(isDate, 'Must exist on the calendar.'),
    z.meta(DATE_DOCS),
  );

// biome-ignore format: one field per line.
const evergreen = z.strictObject({
  cooldown_posts: z.int().check(z.minimum(1), z.maximum(MAX_COOLDOWN_POSTS), z.meta({ description: 'How many posts an account publishes at least between two with the same text, 1 to 50.', examples: [10] })),
});

// biome-ignore format: one field per line.
export const calendarFields = {
  rule: z.string().check(z.minLength(1), z.maxLength(500), z.meta({ description: 'The dates as an RRULE (RFC 5545): `FREQ` is `DAILY`, `WEEKLY` or `MONTHLY`, with `INTERVAL`, `BYDAY`, `BYMONTHDAY`, `BYSETPOS`, `WKST`, and `COUNT` or `UNTIL`.', examples: ['FREQ=WEEKLY;BYDAY=MO,TH'] })),
  starts_on: calendarDate.check(z.meta({ description: 'The date on which the rule begins, at most 366 days from today. It is an occurrence only if the rule matches it.', examples: ['2027-01-04'] })),
  time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time such as 09:00.'), z.meta({ description: 'The time of publication on the clock of the zone, `00:00` to `23:59`.', examples: ['09:00'] })),
  time_zone: z.string().check(z.maxLength(64), z.refine(isTimeZone, 'Must be the name of an IANA time zone.'), z.meta({ description: 'The IANA time zone.', examples: ['Europe/Berlin'] })),
  excluded_dates: distinct(calendarDate, MAX_EXCLUDED_DATES).check(z.meta({ description: 'Dates of the rule without a post, at most 366.', examples: [['2027-01-07']] })),
};

// biome-ignore format: one field per line.
export const recurrenceFields = {
  name: z.nullable(labelSchema(100)).check(z.meta({ description: 'A name for the members of the workspace. Null for none.', examples: ['Weekly tip'] })),
  title: contentFields.title,
  text: contentFields.text,
  description: z.nullable(contentFields.description).check(z.meta({ description: 'The text to publish. If null, the title is published. `variations` take its place.', examples: [null] })),
  variations: z.array(textSchema(10_000)).check(z.maxLength(MAX_VARIATIONS), z.meta({ description: 'Texts in rotation, at most 20, in place of `description`: the first date of the rule has the first one. A text in `platform_options` is the same on every date.', examples: [['Tip: plan your week on Monday.', 'Tip: write three posts at a time.']] })),
  platforms: contentFields.platforms,
  accounts: contentFields.accounts,
  media: contentFields.media,
  thread: contentFields.thread,
  first_comment: contentFields.first_comment,
  platform_options: contentFields.platform_options,
  labels: contentFields.labels,
  campaign: contentFields.campaign,
  metadata: contentFields.metadata,
  ...calendarFields,
  evergreen: z.nullable(evergreen).check(z.meta({ description: 'Rotates the variations with a cooldown: a text that an account publishes within `cooldown_posts` posts before or after the date is skipped for the next variation, and the date is skipped if none is left. Null for none.', examples: [null] })),
  paused: z.boolean().check(z.meta({ description: 'Whether the recurrence is paused: it makes no items, and its upcoming ones are held unless a person has changed them.', examples: [false] })),
};

/** The settings of a recurrence that a request contains; all of them are optional in an update. */
export type RequestedRecurrence = Partial<z.infer<typeof RecurrenceCreate>>;

// biome-ignore format: one field per line.
export const RecurrenceCreate = z.strictObject({
  title: createFields.title,
  text: z.optional(recurrenceFields.text),
  platforms: recurrenceFields.platforms,
  rule: recurrenceFields.rule,
  time: recurrenceFields.time,
  name: z.optional(recurrenceFields.name),
  description: z.optional(recurrenceFields.description),
  variations: z.optional(recurrenceFields.variations),
  accounts: createFields.accounts,
  media: createFields.media,
  thread: createFields.thread,
  first_comment: createFields.first_comment,
  platform_options: createFields.platform_options,
  labels: createFields.labels,
  campaign: createFields.campaign,
  metadata: createFields.metadata,
  starts_on: z.optional(recurrenceFields.starts_on).check(z.meta({ description: 'The date on which the rule begins, at most 366 days from today. Default: today. It is an occurrence only if the rule matches it.', examples: ['2027-01-04'] })),
  time_zone: z.optional(recurrenceFields.time_zone).check(z.meta({ description: 'The IANA time zone. Default: that of the workspace.', examples: ['Europe/Berlin'] })),
  excluded_dates: z.optional(recurrenceFields.excluded_dates),
  evergreen: z.optional(recurrenceFields.evergreen),
  paused: z.optional(recurrenceFields.paused),
}).check(titleOrText, ...oneText);
