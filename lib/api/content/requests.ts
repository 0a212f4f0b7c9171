import * as z from 'zod';
import { type Platform, resolveAlias } from '../../domain/platform.ts';
import { accounts, PLATFORM_NAMES, platforms, textSchema, time } from '../request-fields.ts';

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
type PlatformName = (typeof PLATFORM_NAMES)[number];
type PlatformTexts = Record<PlatformName, z.ZodOptional<typeof platformText>>;
type PlatformOptions = Partial<Record<Platform, z.infer<typeof platformText>>>;

const platformOptions = z
  .strictObject(Object.fromEntries(PLATFORM_NAMES.map((name) => [name, platformText.optional()])) as PlatformTexts)
  .superRefine((texts, { addIssue }) => {
    for (const name of Object.keys(texts) as PlatformName[]) {
      const platform = resolveAlias(name);
      if (platform === name || texts[platform] === undefined) continue;
      addIssue({ code: 'custom', path: [name], message: `Must not be combined with ${platform}.` });
    }
  })
  .transform((texts): PlatformOptions => {
    const entries = Object.entries(texts) as [PlatformName, z.infer<typeof platformText>][];
    return Object.fromEntries(entries.map(([name, text]) => [resolveAlias(name), text]));
  });

export const contentFields = {
  title: textSchema(300),
  description: textSchema(10_000),
  platforms,
  accounts,
  scheduled_at: time,
  media,
  platform_options: platformOptions,
};

export const ContentCreate = z.strictObject({
  title: contentFields.title,
  platforms: contentFields.platforms,
  accounts: contentFields.accounts.optional(),
  description: contentFields.description.optional(),
  scheduled_at: contentFields.scheduled_at.optional(),
  media: contentFields.media.optional(),
  platform_options: contentFields.platform_options.optional(),
});
