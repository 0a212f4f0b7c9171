import * as z from 'zod';
import { CONTENT_STATUSES } from '../domain/content/content.ts';
import { ENTRY_STATUSES } from '../domain/content/schedule-entry.ts';
import { PERMISSIONS } from '../domain/identity/permission.ts';
import { PLATFORMS, type Platform } from '../domain/platform.ts';
import { findConnectionErrors } from '../platforms/connection-rules.ts';

// Control characters but newline and tab, and surrogates without their other half: neither is text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
const CONTROL_CHARS = /[\u0000-\u0008\u000b-\u001f\u007f]|\p{Cs}/u;
const NOTHING_VISIBLE = /^[\s\p{Cf}]*$/u;
// Bidirectional overrides and invisible characters would let a name look like another one.
const CONFUSABLE_CHARS = /[\p{Cf}\p{Cc}]/u;

/** Text of 1 to `max` code points that holds something visible and no control characters. */
export function textSchema(max: number) {
  return z
    .string()
    .refine((value) => !CONTROL_CHARS.test(value), 'must not contain control characters')
    .refine((value) => !NOTHING_VISIBLE.test(value), 'must not be empty')
    .refine((value) => [...value].length <= max, `must be at most ${max} characters`)
    .meta({ minLength: 1, maxLength: max });
}

export const platform = z.enum(PLATFORMS);
const platforms = z
  .array(platform)
  .min(1, 'must name at least one platform')
  .max(PLATFORMS.length)
  .refine((names) => new Set(names).size === names.length, 'must not name a platform twice')
  .meta({ uniqueItems: true });

// The form of a time is checked with the zone of values it may have, by the rule that knows the clock.
export const time = z.string().max(64).meta({ format: 'date-time' });

const media = z
  .array(
    z.strictObject({
      url: z
        .url({ protocol: /^https$/, error: 'must be an https url' })
        .max(2048)
        // The url parser drops or encodes them in silence; what is stored is the text as it came.
        .refine((url) => !/[\s\p{Cc}]/u.test(url), 'must not contain spaces or control characters'),
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
  .refine((fields) => Object.keys(fields).length > 0, 'must have at least one field');

export const ScheduleCreate = z.strictObject({
  content_id: z.string().max(64),
  platforms,
  scheduled_at: time,
});

// What cannot stand in a header or a form would fail every request. All four together stay below the 4 KiB
// that KMS encrypts at once.
const secret = (max: number) =>
  z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be one line without spaces')
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
      .meta({ description: 'Seconds until the access token ends, as the platform said.' }),
    client_id: secret(200).optional(),
    client_secret: secret(400).optional(),
    inbound: z
      .strictObject({
        secret: secret(400),
        verify_token: secret(400).min(16, 'must be at least 16 characters').optional(),
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
      .url({ protocol: /^https$/, error: 'must be an https url' })
      .max(2048)
      .optional()
      .meta({ description: 'Where the post is, when it is published.' }),
  })
  .refine(({ outcome, url }) => outcome === 'published' || url === undefined, {
    path: ['url'],
    message: 'goes with published only',
  });

export const permissions = z
  .array(z.enum(PERMISSIONS))
  .max(PERMISSIONS.length)
  .refine((names) => new Set(names).size === names.length, 'must not name a permission twice');

/** The forms of a token request, for the document; `lib/use-cases/token-request.ts` reads them. */
export const TokenRequestForms = z.union([
  z.object({ api_key: z.string(), secret: z.string(), scope: z.string().optional() }),
  z.object({
    client_id: z.string().optional().meta({ description: 'Left out when HTTP Basic carries the pair.' }),
    client_secret: z.string().optional(),
    grant_type: z.literal('client_credentials'),
    scope: z.string().optional(),
  }),
]);

/** Every list takes both forms of pagination; `lib/http/pagination.ts` refuses a mixture. Contract, section 10. */
export const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number);
export const pageFields = {
  page: wholeNumber.optional(),
  per_page: wholeNumber.optional(),
  cursor: z.string().min(1).max(1024).optional(),
  limit: wholeNumber.optional(),
};

// A plus sign in a query arrives as a space unless the client encoded it; no time has a space of its own.
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

/** A name that is shown in lists and logs, of at most `max` characters: nothing invisible may hide in it. */
export function labelSchema(max: number) {
  return textSchema(max).refine(
    (value) => !CONFUSABLE_CHARS.test(value),
    'must not contain invisible characters',
  );
}

/** A name of a person or a workspace. */
export const PersonName = labelSchema(200);
