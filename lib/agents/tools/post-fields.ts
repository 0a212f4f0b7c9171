import * as z from 'zod/mini';
import { PROPOSED_QUEUE } from '../../content/rules/schedule/proposed-queue.ts';
import { publicUrl, textSchema } from '../../core/api/request-fields.ts';
import { labelName } from '../../labels/api/request-fields.ts';
import { PLATFORM_NAMES, platforms } from '../../platforms/api/request-fields.ts';
import { MAX_ALT_CHARACTERS, MAX_MEDIA, MAX_THREAD_POSTS } from '../../platforms/service-limits.ts';

const MAX_ACCOUNTS = 20;
const MAX_LABELS = 20;
const MAX_NAME = 100;

const media = () =>
  z
    .array(
      z.strictObject({
        media_id: z.string().check(z.maxLength(64), z.meta({ description: 'The id of a ready file, from add_media.' })),
        alt: z
          .optional(textSchema(MAX_ALT_CHARACTERS))
          .check(z.meta({ description: 'What a person who does not see it should know.' })),
      }),
    )
    .check(z.maxLength(MAX_MEDIA), z.meta({ description: 'Files of the media library, in order.' }));

const platformText = () => z.strictObject({ text: z.optional(textSchema(10_000)), link: z.optional(publicUrl) });

const reference = (what: string) =>
  z
    .optional(z.string().check(z.minLength(1), z.maxLength(MAX_NAME)))
    .check(z.meta({ description: `The name or the id of ${what}.` }));

const templates = () =>
  z
    .strictObject({
      snippet: reference('a snippet, whose text becomes the text. Not together with text'),
      signature: reference('a signature, which follows the text'),
      hashtags: reference('a hashtag group, which follows the text'),
      account_set: reference('an account set. Not together with accounts'),
      options: reference('default options of the platforms'),
      variables: z
        .optional(z.record(z.string().check(z.maxLength(40)), textSchema(1000)))
        .check(
          z.meta({ description: 'The values of the variables of the texts. One without a value has its default.' }),
        ),
    })
    .check(
      z.meta({ description: 'Templates of the workspace, which complete the post now. Names of unknown ones fail.' }),
    );

/** The fields of a post that an agent writes. */
export const postFields = () => ({
  title: textSchema(300).check(
    z.meta({ description: 'A name for the post in the workspace. Published only if there is no text.' }),
  ),
  text: z.optional(textSchema(10_000)).check(z.meta({ description: 'The text to publish.' })),
  platforms: platforms.check(z.meta({ description: 'Where it is published. Results name x twitter.' })),
  accounts: z
    .optional(z.array(z.string().check(z.maxLength(64))).check(z.minLength(1), z.maxLength(MAX_ACCOUNTS)))
    .check(
      z.meta({
        description: 'The ids of the accounts, from list_accounts. By default, the default account of each platform.',
      }),
    ),
  media: z.optional(media()),
  thread: z
    .optional(
      z
        .array(z.strictObject({ text: textSchema(10_000), media: z.optional(media()) }))
        .check(z.maxLength(MAX_THREAD_POSTS)),
    )
    .check(z.meta({ description: 'The posts that follow the first one, in order. Empty for a single post.' })),
  first_comment: z
    .optional(z.nullable(textSchema(10_000)))
    .check(z.meta({ description: 'A comment under the published post.' })),
  labels: z.optional(z.array(labelName).check(z.maxLength(MAX_LABELS))).check(
    z.meta({
      description:
        'The names of labels of the workspace, such as those of other posts. One that does not exist is an error.',
    }),
  ),
  campaign: z
    .optional(z.nullable(labelName))
    .check(z.meta({ description: 'The name of a campaign of the workspace. One that does not exist is an error.' })),
  templates: z.optional(templates()),
  proposed_queue: z.optional(textSchema(MAX_NAME)).check(
    z.meta({
      description:
        'The name of a queue, from propose_time, that is proposed for the post. Nothing is scheduled: the person who schedules the post sees it and decides.',
    }),
  ),
  platform_texts: z.optional(z.partialRecord(z.enum(PLATFORM_NAMES), platformText())).check(
    z.meta({
      description: 'By platform: its own text, and the page of its link card, in place of the general ones.',
    }),
  ),
});

/** The arguments of these fields, by the pointers of the fields of the API. */
export const ARGUMENT_OF = {
  '/description': '/text',
  '/platform_options': '/platform_texts',
  [`/metadata/${PROPOSED_QUEUE}`]: '/proposed_queue',
};

/** The fields that only `draft_post` describes: their schemas are long, and the same. */
export const DESCRIBED_ONCE = ['templates', 'platform_texts'];

/** The same fields, each of them optional. */
export const changedPostFields = () => {
  const { title, platforms, ...optional } = postFields();
  return { title: z.optional(title), platforms: z.optional(platforms), ...optional };
};

type Fields = z.infer<z.ZodMiniObject<ReturnType<typeof postFields>>>;

/**
 * Convert the fields of a tool to those of the API, without those that are not given. `present`: the metadata of the post.
 * Only the proposal changes.
 */
export function toContentFields(
  { text, platform_texts, proposed_queue, ...fields }: Partial<Fields>,
  present: Record<string, string> = {},
): Record<string, unknown> {
  const metadata = proposed_queue === undefined ? undefined : { ...present, [PROPOSED_QUEUE]: proposed_queue };
  const converted = { ...fields, description: text, platform_options: platform_texts, metadata };
  return Object.fromEntries(Object.entries(converted).filter(([, value]) => value !== undefined));
}
