import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { EmailAddress, labelSchema, publicUrl, textSchema } from '../../../core/api/request-fields.ts';
import { PAGE_LANGUAGES } from '../../../core/values/page-language.ts';
import { BrandingResponse } from './responses.ts';

const color = z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'Must be a color such as #0b5cad, in lower case.'));

// biome-ignore format: one field per line.
export const BrandingSet = z.strictObject({
  name: z.optional(labelSchema(60)).check(z.meta({ description: 'The name of the product: at the top of each page, and as that of the sender of emails.', examples: ['Example Social'] })),
  colors: z.optional(z.strictObject({
    accent: color.check(z.meta({ description: 'The color of links and buttons. The contrast with the background is at least 4.5:1.', examples: ['#0b5cad'] })),
    background: color.check(z.meta({ description: 'The color of the background, and of the text on buttons.', examples: ['#ffffff'] })),
    text: color.check(z.meta({ description: 'The color of the text. The contrast with the background is at least 4.5:1.', examples: ['#1c1c1c'] })),
  })).check(z.describe('The colors. By default, those of the browser.')),
  texts: z.optional(z.strictObject({
    connect_intro: z.optional(textSchema(300)).check(z.meta({ description: 'Introduction of the start page of a connection.', examples: ['Connect the account on which we publish for you.'] })),
    connected_text: z.optional(textSchema(300)).check(z.meta({ description: 'Text of the page of a connected account.', examples: ['You can return to the app.'] })),
  })).check(z.describe('Texts of the pages, without markup.')),
  terms_url: z.optional(publicUrl).check(z.meta({ description: 'The URL of your terms of service.', examples: ['https://example.com/terms'] })),
  privacy_url: z.optional(publicUrl).check(z.meta({ description: 'The URL of your privacy policy.', examples: ['https://example.com/privacy'] })),
  support_email: z.optional(EmailAddress).check(z.meta({ description: 'The email address of your support.', examples: ['support@example.com'] })),
  locale: z.optional(z.enum(PAGE_LANGUAGES)).check(z.meta({ description: 'The language of the pages and of emails. By default, pages are in that of the browser, and emails in English.', examples: ['de'] })),
});

export const operation = defineOperation({
  id: 'branding.set',
  route: 'PUT /v1/branding',
  summary: 'Set the branding',
  description:
    'Set how the pages of connections and of reviewers, portals and emails look: of the stage, or of the workspace that the header `Workspace` names, whose fields take precedence. Emails have the name and the language. Omitted fields are removed. Pages have the colors and the language of the browser by default.',
  permissions: ['workspaces:write'],
  stage: 'optional',
  body: BrandingSet,
  access: { get: ['Workspace'], put: ['Workspace'] },
  example: { body: { name: 'Example Social', colors: { accent: '#0b5cad', background: '#ffffff', text: '#1c1c1c' } } },
});

export const response = BrandingResponse;
