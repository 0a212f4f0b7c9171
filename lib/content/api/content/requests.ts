import * as z from 'zod/mini';
import { metadata } from '../../../core/api/metadata.ts';
import { publicationTime, publicUrl, textSchema } from '../../../core/api/request-fields.ts';
import { labelName } from '../../../labels/api/request-fields.ts';
import { areDifferentLabels, MAX_LABELS } from '../../../labels/rules/label.ts';
import { PLATFORM_NAMES, platforms } from '../../../platforms/api/request-fields.ts';
import type { PlatformOptionName } from '../../../platforms/capabilities.ts';
import {
  type LibraryMedia,
  type LinkedMedia,
  type Platform,
  resolveAlias,
  VISIBILITIES,
} from '../../../platforms/platform.ts';
import { MAX_ALT_CHARACTERS, MAX_MEDIA, MAX_THREAD_POSTS } from '../../../platforms/service-limits.ts';
import { MAX_TITLE, type TextFields } from '../../rules/text/text-alias.ts';
import { allowDuplicate } from './allow-duplicate.ts';
import { oneTime, positionOfQueue, QUEUE_RULES, queueFields } from './queue-fields.ts';
import { accounts } from './target-accounts.ts';
import { templates } from './template-fields.ts';

// biome-ignore format: one field per line.
const mediaFields = z
  .strictObject({
    media_id: z.optional(z.string().check(z.maxLength(64))).check(z.meta({ description: 'The id of a media file with the status `ready`. Cannot be combined with `url`.', examples: ['med_01K00000000000000000000000'] })),
    url: z.optional(publicUrl).check(z.meta({ description: 'The URL of the media file. Must use https and a public host. Agent keys name `media_id` instead.', examples: ['https://media.example.com/a.jpg'] })),
    type: z.optional(z.enum(['image', 'video'])).check(z.meta({ description: 'The media type. Required with `url`. With `media_id`, it is derived from the file.', examples: ['image'] })),
    alt: z.optional(textSchema(MAX_ALT_CHARACTERS)),
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
  .check(z.maxLength(MAX_MEDIA));

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
  link: z.optional(publicUrl),
  visibility: z.optional(z.enum(VISIBILITIES)),
} satisfies Record<PlatformOptionName, z.ZodMiniType>);
type PlatformName = (typeof PLATFORM_NAMES)[number];

/** The options of platforms that a request contains. */
export type RequestedOptions = Partial<Record<Platform, z.infer<typeof platformFields>>>;

/** Build a schema of values by platform. `x` is taken for `twitter`, and not combined with it. */
export function byPlatform<Value extends z.ZodMiniType>(value: Value) {
  type Values = Record<PlatformName, z.ZodMiniOptional<Value>>;
  return z.pipe(
    z.strictObject(Object.fromEntries(PLATFORM_NAMES.map((name) => [name, z.optional(value)])) as Values).check(
      z.superRefine((values, { addIssue }) => {
        const given = values as Partial<Record<PlatformName, z.infer<Value>>>;
        for (const name of Object.keys(given) as PlatformName[]) {
          const platform = resolveAlias(name);
          if (platform === name || given[platform] === undefined) continue;
          addIssue({ code: 'custom', path: [name], message: `Must not be combined with ${platform}.` });
        }
      }),
    ),
    z.transform((values): Partial<Record<Platform, z.infer<Value>>> => {
      const entries = Object.entries(values) as [PlatformName, z.infer<Value>][];
      return Object.fromEntries(entries.map(([name, given]) => [resolveAlias(name), given])) as Partial<
        Record<Platform, z.infer<Value>>
      >;
    }),
  );
}

const platformOptions = byPlatform(platformFields);

const labels = z
  .array(labelName)
  .check(
    z.maxLength(MAX_LABELS),
    z.refine(areDifferentLabels, 'Must not contain duplicates, regardless of case.'),
    z.meta({ uniqueItems: true }),
  );

// biome-ignore format: one field per line.
export const contentFields = {
  title: textSchema(MAX_TITLE, ' The text to publish is `description`.'),
  text: textSchema(10_000).check(z.meta({ description: 'Another name for `description`. With both, they must be equal.', examples: ['Our summer campaign starts today.'] })),
  description: textSchema(10_000).check(z.meta({ description: 'The text to publish. If null, the title is published.', examples: ['Our summer campaign starts today.'] })),
  platforms,
  accounts,
  scheduled_at: publicationTime,
  media,
  thread,
  first_comment: firstComment,
  platform_options: platformOptions,
  labels: labels.check(z.meta({ description: 'The names of labels, at most 20. A label that does not exist is created.', examples: [['Product news']] })),
  campaign: z.nullable(labelName).check(z.meta({ description: 'The name of the campaign. Created if it does not exist. `null` removes it.', examples: ['Summer campaign'] })),
  metadata: metadata.check(z.meta({ description: 'Values of your own, at most 50, with keys of at most 40 characters and values of at most 500. Events contain them.', examples: [{ ticket: 'MKT-17' }] })),
};

// The rules of a request count beside its other problems.
const ofObject = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null };

const isOneText = ({ text, description }: TextFields) =>
  text === undefined || description === undefined || text === description;
const OTHER_TEXT = 'Must be equal to the other one if both are given: text is another name of description.';

/** Rejects `text` with another `description`. */
export const oneText = ['text', 'description'].map((name) =>
  z.refine<TextFields>(isOneText, { path: [name], message: OTHER_TEXT, ...ofObject }),
);

/** Requires a title, or a `text` whose first line becomes the title. */
export const titleOrText = z.refine<TextFields>(({ title, text }) => title !== undefined || text !== undefined, {
  ...{ path: ['title'], error: 'Required field is missing.', params: { code: 'required' } },
  ...ofObject,
});

const title = z.optional(contentFields.title).check(
  z.meta({
    description:
      'The title. Published as the text if there is no other. Required without `text`, whose first line it is by default.',
    examples: ['Summer campaign'],
  }),
);

// biome-ignore format: one field per line.
export const createFields = {
  title,
  text: z.optional(contentFields.text),
  platforms: contentFields.platforms,
  accounts: z.optional(contentFields.accounts),
  description: z.optional(contentFields.description),
  scheduled_at: z.optional(contentFields.scheduled_at).check(z.meta({ description: 'Time of publication, at most 366 days in the future: in RFC 3339 with any offset, or a local time. If omitted, the item is created as a draft.', examples: ['2026-11-20T10:30:00+01:00'] })),
  media: z.optional(contentFields.media),
  thread: z.optional(contentFields.thread),
  first_comment: z.optional(contentFields.first_comment),
  platform_options: z.optional(contentFields.platform_options),
  templates: z.optional(templates),
  labels: z.optional(contentFields.labels),
  campaign: z.optional(contentFields.campaign),
  metadata: z.optional(contentFields.metadata),
  allow_duplicate: z.optional(allowDuplicate),
};

// biome-ignore format: one field per line.
export const ContentCreate = z
  .strictObject({
    ...createFields,
    platforms: z.optional(contentFields.platforms).check(z.meta({ description: 'The platforms of the item. Required without `queue`. An item that is queued without platforms has those of the accounts of the queue.', examples: [['x', 'linkedin']] })),
    queue: z.optional(queueFields.queue),
    position: z.optional(queueFields.position),
  })
  .check(
    z.refine(({ platforms, queue }) => platforms !== undefined || queue !== undefined, { path: ['platforms'], message: 'Required field is missing.', ...ofObject }),
    titleOrText,
    ...oneText,
    oneTime,
    positionOfQueue,
    // Without `anyOf`: generators of clients make of it a type that accepts everything.
    z.meta(QUEUE_RULES),
  );
