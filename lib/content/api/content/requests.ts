import * as z from 'zod/mini';
import { PLATFORM_NAMES, platforms, publicUrl, textSchema, time } from '../../../core/api/request-fields.ts';
import {
  type LibraryMedia,
  type LinkedMedia,
  type Platform,
  resolveAlias,
  VISIBILITIES,
} from '../../../platforms/facts/platform.ts';
import { accounts } from './target-accounts.ts';

// biome-ignore format: one field per line.
const mediaFields = z
  .strictObject({
    media_id: z.optional(z.string().check(z.maxLength(64))).check(z.meta({ description: 'The id of a media file with the status `ready`. Cannot be combined with `url`.', examples: ['med_01K00000000000000000000000'] })),
    url: z.optional(publicUrl).check(z.meta({ description: 'The URL of the media file. Must use https and a public host.', examples: ['https://media.example.com/a.jpg'] })),
    type: z.optional(z.enum(['image', 'video'])).check(z.meta({ description: 'The media type. Required with `url`. With `media_id`, it is derived from the file.', examples: ['image'] })),
    alt: z.optional(textSchema(1000)),
  })
  .check(
    z.superRefine(({ media_id, url, type }, { addIssue }) => {
      const add = (name: string, message: string) => addIssue({ code: 'custom', path: [name], message });
      if (media_id === undefined) {
        if (url === undefined) add('url', 'Required unless media_id is given.');
        if (type === undefined) add('type', 'Required with url.');
      } else if (url !== undefined) {
        add('url', 'Must not be combined with media_id.');
      }
    }),
    z.meta({
      oneOf: [{ required: ['url', 'type'] }, { required: ['media_id'] }],
      dependentRequired: { url: ['type'] },
    }),
  );

/** A file that a request names: one of the media library, or one at a public URL. */
export type RequestedMedia =
  | LinkedMedia
  | (Pick<LibraryMedia, 'media_id' | 'alt'> & Partial<Pick<LibraryMedia, 'type'>>);

const media = z
  .array(
    z.pipe(
      mediaFields,
      z.transform((fields) => fields as RequestedMedia),
    ),
  )
  .check(z.maxLength(10));

/** The most posts of a thread after the first one. */
export const MAX_THREAD_POSTS = 24;

const thread = z
  .array(z.strictObject({ text: textSchema(10_000), media: z.optional(media) }))
  .check(z.maxLength(MAX_THREAD_POSTS));

/** A thread that a request contains. */
export type RequestedThread = z.infer<typeof thread>;

const firstComment = z.nullable(textSchema(10_000));

// biome-ignore format: one field per line.
const platformFields = z.strictObject({
  text: z.optional(textSchema(10_000)),
  media: z.optional(media),
  thread: z.optional(thread),
  first_comment: z.optional(firstComment),
  link: z.optional(publicUrl).check(z.meta({ description: 'The public https URL to show a link preview for. Supported on LinkedIn and Bluesky, for posts without media.', examples: ['https://example.com/summer'] })),
  visibility: z.optional(z.enum(VISIBILITIES)).check(z.describe('The audience of the post: everyone, or the connections of the account. `connections` is only supported on LinkedIn.')),
});
type PlatformName = (typeof PLATFORM_NAMES)[number];
type PlatformFields = Record<PlatformName, z.ZodMiniOptional<typeof platformFields>>;

/** The options of platforms that a request contains. */
export type RequestedOptions = Partial<Record<Platform, z.infer<typeof platformFields>>>;

const platformOptions = z.pipe(
  z
    .strictObject(
      Object.fromEntries(PLATFORM_NAMES.map((name) => [name, z.optional(platformFields)])) as PlatformFields,
    )
    .check(
      z.superRefine((options, { addIssue }) => {
        for (const name of Object.keys(options) as PlatformName[]) {
          const platform = resolveAlias(name);
          if (platform === name || options[platform] === undefined) continue;
          addIssue({ code: 'custom', path: [name], message: `Must not be combined with ${platform}.` });
        }
      }),
    ),
  z.transform((options): RequestedOptions => {
    const entries = Object.entries(options) as [PlatformName, z.infer<typeof platformFields>][];
    return Object.fromEntries(entries.map(([name, fields]) => [resolveAlias(name), fields]));
  }),
);

// biome-ignore format: one field per line.
export const contentFields = {
  title: textSchema(300),
  description: textSchema(10_000).check(z.meta({ description: 'The text to publish. If null, the title is published.', examples: ['Our summer campaign starts today.'] })),
  platforms,
  accounts,
  scheduled_at: time,
  media,
  thread,
  first_comment: firstComment,
  platform_options: platformOptions,
};

// biome-ignore format: one field per line.
export const ContentCreate = z.strictObject({
  title: contentFields.title,
  platforms: contentFields.platforms,
  accounts: z.optional(contentFields.accounts),
  description: z.optional(contentFields.description),
  scheduled_at: z.optional(contentFields.scheduled_at).check(z.meta({ description: 'Time of publication, in RFC 3339 with any offset, at most 366 days in the future. If omitted, the item is created as a draft.', examples: ['2026-11-20T10:30:00+01:00'] })),
  media: z.optional(contentFields.media),
  thread: z.optional(contentFields.thread),
  first_comment: z.optional(contentFields.first_comment),
  platform_options: z.optional(contentFields.platform_options),
});
