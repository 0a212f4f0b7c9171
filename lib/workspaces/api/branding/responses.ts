import * as z from 'zod/mini';
import { lazyObject } from '../../../core/api/response-fields.ts';
import { PAGE_LANGUAGES } from '../../../identity/rules/page-language.ts';

// biome-ignore format: one field per line.
export const BrandingResponse = lazyObject(() => ({
  workspace_id: z.nullable(z.string()).check(z.meta({ description: 'The workspace. Null for the branding of the stage.', examples: ['ws_01K00000000000000000000001'] })),
  name: z.nullable(z.string()).check(z.meta({ description: 'The name of the product. Null for none, and in a workspace for that of the stage, as with the other fields.', examples: ['Example Social'] })),
  colors: z.nullable(z.object({
    accent: z.string().check(z.meta({ description: 'The color of links and buttons.', examples: ['#0b5cad'] })),
    background: z.string().check(z.meta({ description: 'The color of the background, and of the text on buttons.', examples: ['#ffffff'] })),
    text: z.string().check(z.meta({ description: 'The color of the text.', examples: ['#1c1c1c'] })),
  })).check(z.describe('The colors.')),
  texts: z.object({
    connect_intro: z.nullable(z.string()).check(z.meta({ description: 'Introduction of the start page of a connection.', examples: ['Connect the account on which we publish for you.'] })),
    connected_text: z.nullable(z.string()).check(z.meta({ description: 'Text of the page of a connected account.', examples: ['You can return to the app.'] })),
  }).check(z.describe('Texts of the pages.')),
  terms_url: z.nullable(z.string()).check(z.meta({ description: 'The URL of your terms of service.', examples: ['https://example.com/terms'] })),
  privacy_url: z.nullable(z.string()).check(z.meta({ description: 'The URL of your privacy policy.', examples: ['https://example.com/privacy'] })),
  support_email: z.nullable(z.string()).check(z.meta({ description: 'The email address of your support.', examples: ['support@example.com'] })),
  locale: z.nullable(z.enum(PAGE_LANGUAGES)).check(z.meta({ description: 'The language of the pages. Null for that of the browser.', examples: ['de'] })),
}));
