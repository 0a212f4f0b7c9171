import * as z from 'zod';
import { PERMISSIONS } from '../domain/identity/permission.ts';
import { PLATFORM_ALIASES, PLATFORMS, type Platform, resolveAlias } from '../domain/platform.ts';

// Control characters except newline and tab, and unpaired surrogates.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are rejected.
const CONTROL_CHARS = /[\u0000-\u0008\u000b-\u001f\u007f]|\p{Cs}/u;

// The same in the OpenAPI document, where a pattern has no properties of Unicode.
const NO_CONTROL_CHARS = '^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f]*$';

const NOTHING_VISIBLE = /^[\s\p{Cf}]*$/u;

// Bidirectional overrides and invisible characters can make one name look like another.
const CONFUSABLE_CHARS = /[\p{Cf}\p{Cc}]/u;

/** Build a schema for visible text of 1 to `max` code points without control characters. */
export function textSchema(max: number) {
  return z
    .string()
    .refine((value) => !CONTROL_CHARS.test(value), 'Must not contain control characters.')
    .refine((value) => !NOTHING_VISIBLE.test(value), 'Must not be empty.')
    .refine((value) => [...value].length <= max, `Must be at most ${max} characters.`)
    .meta({ minLength: 1, maxLength: max, pattern: NO_CONTROL_CHARS });
}

type PlatformAlias = keyof typeof PLATFORM_ALIASES;

/** The names of the platforms in requests. */
export const PLATFORM_NAMES = [...PLATFORMS, ...(Object.keys(PLATFORM_ALIASES) as PlatformAlias[])] as const;

/** A platform of a request: `x` is taken for `twitter`. Contract, section 3. */
export const platform = z.enum(PLATFORM_NAMES).transform((name): Platform => resolveAlias(name));

export const platforms = z
  .array(platform)
  .min(1, 'Must contain at least one platform.')
  .max(PLATFORMS.length)
  .refine((names) => new Set(names).size === names.length, 'Must not contain duplicates.')
  .meta({ uniqueItems: true });

// The rule that knows the current time validates the format and the range of a time.
export const time = z.string().max(64).meta({ format: 'date-time' });

export const permissions = z
  .array(z.enum(PERMISSIONS))
  .max(PERMISSIONS.length)
  .refine((names) => new Set(names).size === names.length, 'Must not contain duplicates.')
  .meta({ uniqueItems: true });

/** Lists accept both forms of pagination; `lib/http/pagination.ts` rejects a mixture. Contract, section 10. */
export const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'Must be a whole number.')
  .transform(Number);

export const pageFields = {
  page: wholeNumber.optional(),
  per_page: wholeNumber.optional(),
  cursor: z.string().min(1).max(1024).optional(),
  limit: wholeNumber.optional(),
};

// An unencoded plus sign in a query arrives as a space, and a time contains no spaces.
export const timeParameter = time.transform((text) => text.replace(' ', '+'));

export const PageQuery = z.strictObject(pageFields);

// Other characters are invalid in headers and forms.
/** Build a schema for a text of printable ASCII characters without spaces, such as a secret. */
export function printable(max: number) {
  return z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'Must contain only printable ASCII characters without spaces.')
    .max(max);
}

/** Build the schema of an update: any of the fields, and at least one. */
export function updateSchema<Shape extends z.ZodRawShape>(fields: Shape) {
  const schema = z.strictObject(fields).partial();
  return schema
    .refine((sent) => Object.keys(sent).length > 0, 'Must contain at least one field.')
    .meta({ minProperties: 1 });
}

/** Build a schema for a name of at most `max` characters without invisible characters. */
export function labelSchema(max: number) {
  return textSchema(max).refine((value) => !CONFUSABLE_CHARS.test(value), 'Must not contain invisible characters.');
}

/** The name of a person or a workspace. */
export const PersonName = labelSchema(200);
