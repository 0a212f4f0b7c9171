import * as z from 'zod/mini';
import { platforms, publicUrl, textSchema } from '../../core/api/request-fields.ts';
import { PLATFORMS } from '../../platforms/facts/platform.ts';

const MAX_MEDIA = 10;
const MAX_THREAD_POSTS = 24;
const MAX_ACCOUNTS = 20;

const media = () =>
  z
    .array(
      z.strictObject({
        media_id: z.string().check(z.maxLength(64), z.meta({ description: 'The id of a ready file, from add_media.' })),
        alt: z
          .optional(textSchema(1000))
          .check(z.meta({ description: 'What a person who does not see it should know.' })),
      }),
    )
    .check(z.maxLength(MAX_MEDIA), z.meta({ description: 'Files of the media library, in order.' }));

const platformText = () => z.strictObject({ text: z.optional(textSchema(10_000)), link: z.optional(publicUrl) });

/** The fields of a post that an agent writes. */
export const postFields = () => ({
  title: textSchema(300).check(
    z.meta({ description: 'A name for the post in the workspace. Published only if there is no text.' }),
  ),
  text: z.optional(textSchema(10_000)).check(z.meta({ description: 'The text to publish.' })),
  platforms: platforms.check(z.meta({ description: 'Where it is published.' })),
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
  platform_texts: z.optional(z.partialRecord(z.enum(PLATFORMS), platformText())).check(
    z.meta({
      description: 'By platform: its own text, and the page of its link card, in place of the general ones.',
    }),
  ),
});

/** The same fields, each of them optional. */
export const changedPostFields = () => {
  const { title, platforms, ...optional } = postFields();
  return { title: z.optional(title), platforms: z.optional(platforms), ...optional };
};

type Fields = z.infer<z.ZodMiniObject<ReturnType<typeof postFields>>>;

/** Convert the fields of a tool to those of the API, without those that are not given. */
export function toContentFields({ text, platform_texts, ...fields }: Partial<Fields>): Record<string, unknown> {
  const converted = { ...fields, description: text, platform_options: platform_texts };
  return Object.fromEntries(Object.entries(converted).filter(([, value]) => value !== undefined));
}
