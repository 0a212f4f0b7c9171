import * as z from 'zod/mini';
import { parseInstant } from '../values/timestamps.ts';
import { GRANTABLE_PERMISSIONS } from './permission.ts';

// Control characters except newline and tab, and unpaired surrogates.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are rejected.
const CONTROL_CHARS = /[\u0000-\u0008\u000b-\u001f\u007f]|\p{Cs}/u;

// The same in the OpenAPI document, where a pattern has no properties of Unicode.
export const NO_CONTROL_CHARS = '^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f]*$';

const NOTHING_VISIBLE = /^[\s\p{Cf}]*$/u;

// Bidirectional overrides and invisible characters can make one name look like another.
const CONFUSABLE_CHARS = /[\p{Cf}\p{Cc}]/u;

let joinedEmoji: RegExp | undefined;

/**
 * Remove the emoji of several characters, such as a woman and a computer, which invisible ones join. Builds the pattern on
 * first use: parsing Unicode's list takes longer than a request.
 */
function withoutJoinedEmoji(name: string): string {
  const sequences = ['RGI_Emoji_ZWJ_Sequence', 'RGI_Emoji_Tag_Sequence'].map((each) => String.raw`\p{${each}}`);
  joinedEmoji ??= new RegExp(sequences.join('|'), 'gv');
  return name.replaceAll(joinedEmoji, '');
}

function isConfusable(name: string): boolean {
  return CONFUSABLE_CHARS.test(name) && CONFUSABLE_CHARS.test(withoutJoinedEmoji(name));
}

/** Build a schema that only those bundles have which use it: the construction of a schema takes a tenth of a millisecond. */
export function build<T>(schema: () => T): T {
  return schema();
}

/** Build a schema for a list of at most `max` distinct values. */
export function distinct<T extends z.ZodMiniType<string>>(value: T, max: number) {
  return z.array(value).check(
    z.maxLength(max),
    z.refine((values) => new Set(values).size === values.length, 'Must not contain duplicates.'),
    z.meta({ uniqueItems: true }),
  );
}

/**
 * Build a schema for visible text of 1 to `max` code points without control characters. `hint` follows the error of a longer
 * one.
 */
export function textSchema(max: number, hint = '') {
  return z.string().check(
    z.refine((value) => !CONTROL_CHARS.test(value), 'Must not contain control characters.'),
    z.refine((value) => !NOTHING_VISIBLE.test(value), 'Must not be empty.'),
    z.refine((value) => [...value].length <= max, `Must be at most ${max} characters.${hint}`),
    z.meta({ minLength: 1, maxLength: max, pattern: NO_CONTROL_CHARS }),
  );
}

// RFC 5321, section 4.5.3.1.1.
const MAX_LOCAL_PART = 64;

export const EmailAddress = /* @__PURE__ */ build(() =>
  z.email('Must be an email address.').check(
    z.maxLength(254),
    z.refine((address) => address.lastIndexOf('@') <= MAX_LOCAL_PART, 'Must be an email address.'),
  ),
);

/** The https URL of a file that the service or a platform fetches. The URL rules are checked by the handler. */
export const publicUrl = /* @__PURE__ */ build(() =>
  z.url({ protocol: /^https$/, error: 'Must be an https URL.' }).check(
    z.maxLength(2048),
    z.refine((url) => !/[\s\p{Cc}]/u.test(url), 'Must not contain spaces or control characters.'),
  ),
);

// The rule that knows the current time validates the range of a time, and the format where no schema does.
export const time = /* @__PURE__ */ build(() => z.string().check(z.maxLength(64), z.meta({ format: 'date-time' })));

/** A time on the clock of a time zone. The rule that resolves it validates both fields. */
// biome-ignore format: one field per line.
export const LocalTime = /* @__PURE__ */ build(() => z.strictObject({
  local: z.string().check(z.maxLength(19)).check(z.meta({ description: 'Date and time without an offset, with or without seconds. A time that the clock skips is later by the length of the gap; of a time that occurs twice, the first one counts.', examples: ['2026-11-20T10:30'] })),
  time_zone: z.optional(z.string().check(z.maxLength(64))).check(z.meta({ description: 'The IANA time zone. Defaults to the `time_zone` of the workspace.', examples: ['Europe/Berlin'] })),
}));

const INVALID_TIME = {
  error: 'Must be a valid RFC 3339 time with an offset, such as 2027-03-01T09:30:00Z, or {"local", "time_zone"}.',
  params: { code: 'invalid_time' },
};

/**
 * The time of a publication: an instant, or a local time. See docs/reference/content.md. The format of an instant is validated
 * here, so that a request has the error beside those of its other fields.
 */
export const publicationTime = /* @__PURE__ */ build(() =>
  z.xor([time, LocalTime]).check(
    z.refine((value) => typeof value !== 'string' || parseInstant(value) !== null, INVALID_TIME),
    z.meta({
      description: 'Time of publication, at most 366 days in the future: in RFC 3339 with any offset, or a local time.',
      examples: ['2026-11-20T10:30:00+01:00'],
    }),
  ),
);

export const permissions = /* @__PURE__ */ build(() =>
  distinct(z.enum(GRANTABLE_PERMISSIONS), GRANTABLE_PERMISSIONS.length),
);

/**
 * Lists accept both forms of pagination; `lib/identity/pipeline/pagination.ts` rejects a mixture. See
 * docs/reference/requests.md.
 */
export const wholeNumber = /* @__PURE__ */ build(() =>
  z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'Must be a whole number.')), z.transform(Number)),
);

export const pageFields = /* @__PURE__ */ build(() => ({
  page: z.optional(wholeNumber),
  per_page: z.optional(wholeNumber),
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
  limit: z.optional(wholeNumber),
}));

// An unencoded plus sign in a query arrives as a space, and a time contains no spaces.
export const timeParameter = /* @__PURE__ */ build(() =>
  z.pipe(
    time,
    z.transform((text) => text.replace(' ', '+')),
  ),
);

export const PageQuery = /* @__PURE__ */ build(() => z.strictObject(pageFields));

// Other characters are invalid in headers and forms.
/** Build a schema for a text of printable ASCII characters without spaces, such as a secret. */
export function printable(max: number) {
  return z
    .string()
    .check(z.regex(/^[\x21-\x7e]+$/, 'Must contain only printable ASCII characters without spaces.'), z.maxLength(max));
}

/** Build the schema of an update: any of the fields, and at least one. */
export function updateSchema<Shape extends z.core.$ZodShape>(fields: Shape) {
  const schema = z.partial(z.strictObject(fields));
  return schema.check(
    z.refine((sent) => Object.keys(sent).length > 0, 'Must contain at least one field.'),
    z.meta({ minProperties: 1 }),
  );
}

/** Build a schema for a name of at most `max` characters without invisible characters other than those inside of emoji. */
export function labelSchema(max: number) {
  return textSchema(max).check(z.refine((value) => !isConfusable(value), 'Must not contain invisible characters.'));
}

/** The name of a person or a workspace. */
export const PersonName = /* @__PURE__ */ build(() => labelSchema(200));

/** Selects one account. An account has one platform, so it is not combined with a platform. */
export const accountFilter = /* @__PURE__ */ build(() => z.string().check(z.maxLength(64)));

/** Selects the metrics of sandbox accounts, or of the others. */
export const sandboxFilter = /* @__PURE__ */ build(() => z.enum(['true', 'false']));
