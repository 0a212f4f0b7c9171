import * as z from 'zod';
import type { Platform } from '../../domain/platform.ts';
import { PLATFORMS } from '../../domain/platform.ts';
import { platforms, textSchema, time } from '../request-fields.ts';

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

export const contentFields = {
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
