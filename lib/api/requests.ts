import * as z from 'zod';
import { CONTENT_STATUSES } from '../domain/content/content.ts';
import { ENTRY_STATUSES } from '../domain/content/schedule-entry.ts';
import { PERMISSIONS } from '../domain/identity/permission.ts';
import { PLATFORMS, type Platform } from '../domain/platform.ts';
import { findConnectionErrors } from '../platforms/connection-rules.ts';

// Control characters except newline and tab, and unpaired surrogates.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are rejected.
const CONTROL_CHARS = /[\u0000-\u0008\u000b-\u001f\u007f]|\p{Cs}/u;
const NOTHING_VISIBLE = /^[\s\p{Cf}]*$/u;
// Bidirectional overrides and invisible characters can make one name look like another.
const CONFUSABLE_CHARS = /[\p{Cf}\p{Cc}]/u;

/** Builds a schema for visible text of 1 to `max` code points without control characters. */
export function textSchema(max: number) {
  return z
    .string()
    .refine((value) => !CONTROL_CHARS.test(value), 'Must not contain control characters.')
    .refine((value) => !NOTHING_VISIBLE.test(value), 'Must not be empty.')
    .refine((value) => [...value].length <= max, `Must be at most ${max} characters.`)
    .meta({ minLength: 1, maxLength: max });
}

export const platform = z.enum(PLATFORMS);
const platforms = z
  .array(platform)
  .min(1, 'Must contain at least one platform.')
  .max(PLATFORMS.length)
  .refine((names) => new Set(names).size === names.length, 'Must not contain duplicates.')
  .meta({ uniqueItems: true });

// Format and range of a time are validated together, by the rule that knows the current time.
export const time = z.string().max(64).meta({ format: 'date-time' });

const media = z
  .array(
    z.strictObject({
      url: z
        .url({ protocol: /^https$/, error: 'Must be an https URL.' })
        .max(2048)
        // The URL parser silently drops or encodes these characters, but the original text is stored.
        .refine((url) => !/[\s\p{Cc}]/u.test(url), 'Must not contain spaces or control characters.'),
      type: z.enum(['image', 'video']),
      alt: textSchema(1000).optional(),
    }),
  )
  .max(10);

const platformText = z.strictObject({ text: textSchema(10_000).optional() });
type PlatformOptions = Record<Platform, z.ZodOptional<typeof platformText>>;
const platformOptions = z.strictObject(
  Object.fromEntries(PLATFORMS.map((name) => [name, platformText.optional()])) as PlatformOptions,
);

const contentFields = {
  title: textSchema(300),
  description: textSchema(10_000),
  platforms,
  scheduled_at: time,
  media,
  platform_options: platformOptions,
};

export const ContentCreate = z.strictObject({
  title: contentFields.title,
  platforms: contentFields.platforms,
  description: contentFields.description.optional(),
  scheduled_at: contentFields.scheduled_at.optional(),
  media: contentFields.media.optional(),
  platform_options: contentFields.platform_options.optional(),
});

export const ContentUpdate = z
  .strictObject({ ...contentFields, status: z.enum(CONTENT_STATUSES) })
  .partial()
  .refine((fields) => Object.keys(fields).length > 0, 'Must contain at least one field.');

export const ScheduleCreate = z.strictObject({
  content_id: z.string().max(64),
  platforms,
  scheduled_at: time,
});

// Other characters are invalid in headers and forms. All four secrets together stay below the 4 KiB limit of
// KMS encryption.
const secret = (max: number) =>
  z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'Must contain only printable ASCII characters without spaces.')
    .max(max);

export const AccountCreate = z
  .strictObject({
    platform,
    external_id: z.string().max(100),
    access_token: secret(2000),
    refresh_token: secret(1000).optional(),
    expires_in: z
      .int()
      .min(1)
      .max(400 * 86_400)
      .optional()
      .meta({
        description: 'Number of seconds until the access token expires, as reported by the platform.',
      }),
    client_id: secret(200).optional(),
    client_secret: secret(400).optional(),
    inbound: z
      .strictObject({
        secret: secret(400),
        verify_token: secret(400).min(16, 'Must be at least 16 characters.').optional(),
      })
      .optional(),
  })
  .superRefine((input, { addIssue }) => {
    for (const error of findConnectionErrors(input)) addIssue({ code: 'custom', ...error });
  });

export const TargetResolve = z
  .strictObject({
    outcome: z.enum(['published', 'failed']),
    url: z
      .url({ protocol: /^https$/, error: 'Must be an https URL.' })
      .max(2048)
      .optional()
      .meta({ description: 'The URL of the post. Only allowed if `outcome` is `published`.' }),
  })
  .refine(({ outcome, url }) => outcome === 'published' || url === undefined, {
    path: ['url'],
    message: 'Only allowed if outcome is published.',
  });

export const permissions = z
  .array(z.enum(PERMISSIONS))
  .max(PERMISSIONS.length)
  .refine((names) => new Set(names).size === names.length, 'Must not contain duplicates.');

/** The forms of a token request, for the OpenAPI document. Parsed by `lib/use-cases/token-request.ts`. */
export const TokenRequestForms = z.union([
  z.object({ api_key: z.string(), secret: z.string(), scope: z.string().optional() }),
  z.object({
    client_id: z.string().optional().meta({ description: 'Omit if you use HTTP Basic authentication.' }),
    client_secret: z.string().optional(),
    grant_type: z.literal('client_credentials'),
    scope: z.string().optional(),
  }),
]);

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

/** Builds a schema for a name of at most `max` characters without invisible characters. */
export function labelSchema(max: number) {
  return textSchema(max).refine(
    (value) => !CONFUSABLE_CHARS.test(value),
    'Must not contain invisible characters.',
  );
}

/** The name of a person or a workspace. */
export const PersonName = labelSchema(200);
