import * as z from 'zod/mini';
import { lazyObject } from '../../../core/api/response-fields.ts';
import { platformName } from '../../../platforms/api/response-fields.ts';

// biome-ignore format: one field per line.
export const PublishedTextsResponse = lazyObject(() => ({
  platform: platformName(),
  texts: z.array(z.string()).check(z.meta({ description: 'The text of each part, in order of publication.', examples: [['Our summer campaign starts today: https://example.com/?utm_source=linkedin']] })),
  link: z.nullable(z.string()).check(z.meta({ description: 'The page whose card the post shows. Null if the item names none.', examples: [null] })),
}));

export const PUBLISHED_TEXTS_DOCS =
  'The texts as the platforms receive them, where [link rules](links.md) add parameters to URLs. Empty before the item is scheduled or submitted, and where no rule changes a URL.';
