import * as z from 'zod/mini';
import { PAGE_LANGUAGES } from '../../../core/values/page-language.ts';

/** Build the response fields of how a product looks, of a branding and of a portal. Within `lazyObject` only. */
// biome-ignore format: one field per line.
export const lookFields = () => ({
  name: z.nullable(z.string()).check(z.meta({ description: 'The name of the product.', examples: ['Example Social'] })),
  colors: z.nullable(z.object({
    accent: z.string().check(z.meta({ description: 'The color of links and buttons.', examples: ['#0b5cad'] })),
    background: z.string().check(z.meta({ description: 'The color of the background, and of the text on buttons.', examples: ['#ffffff'] })),
    text: z.string().check(z.meta({ description: 'The color of the text.', examples: ['#1c1c1c'] })),
  })).check(z.describe('The colors. Null for the default ones.')),
  terms_url: z.nullable(z.string()).check(z.meta({ description: 'The URL of the terms of service of the product.', examples: ['https://example.com/terms'] })),
  privacy_url: z.nullable(z.string()).check(z.meta({ description: 'The URL of the privacy policy of the product.', examples: ['https://example.com/privacy'] })),
  support_email: z.nullable(z.string()).check(z.meta({ description: 'The email address of the support of the product.', examples: ['support@example.com'] })),
  locale: z.nullable(z.enum(PAGE_LANGUAGES)).check(z.meta({ description: 'The language of the pages and of emails. Null for that of the browser, and for English in emails.', examples: ['de'] })),
});
