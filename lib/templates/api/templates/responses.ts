import * as z from 'zod/mini';
import { lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { PLATFORMS, VISIBILITIES } from '../../../platforms/platform.ts';
import { TEMPLATE_KINDS } from '../../rules/template.ts';

// biome-ignore format: one field per line.
const defaults = () =>
  z.object({
    first_comment: z.optional(z.string()).check(z.meta({ description: 'The first comment of posts without one.', examples: ['More: https://example.com'] })),
    link: z.optional(z.string()).check(z.meta({ description: 'The public https URL to show a link preview for.', examples: ['https://example.com/summer'] })),
    visibility: z.optional(z.enum(VISIBILITIES)).check(z.describe('The audience of the post: everyone, or the connections of the account.')),
  });

// biome-ignore format: one field per line.
export const TemplateResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the template.', examples: ['tpl_01K00000000000000000000000'] })),
  name: z.string().check(z.meta({ description: 'The name. Unique in the workspace; case and spaces do not count.', examples: ['Launch'] })),
  kind: z.enum(TEMPLATE_KINDS).check(z.meta({ description: 'What it is a template of. It decides which of the following fields are not null.', examples: ['snippet'] })),
  text: z.nullable(z.string()).check(z.meta({ description: 'The text of a snippet, a hashtag group or a signature. `{{product}}` is a variable, `{{@Acme}}` a saved mention.', examples: ['{{product}} is here. {{url}}'] })),
  variables: z.nullable(z.record(z.string(), z.nullable(z.string()))).check(z.meta({ description: 'The variables of the text with their defaults; null for one that has to be given with each use.', examples: [{ product: null, url: 'https://example.com' }] })),
  accounts: z.nullable(z.array(z.string())).check(z.meta({ description: 'The ids of the accounts of an account set.', examples: [null] })),
  handles: z.nullable(z.partialRecord(z.enum(PLATFORMS), z.string())).check(z.meta({ description: 'The text of a saved mention by platform. A platform without one shows the name of the template.', examples: [null] })),
  platform_options: z.nullable(z.partialRecord(z.enum(PLATFORMS), defaults())).check(z.meta({ description: 'The default options by platform.', examples: [null] })),
  created_by: z.string().check(z.meta({ description: 'The id of the member who created the template.', examples: ['usr_01K00000000000000000000000'] })),
  created_at: timestamp(),
  updated_at: timestamp(),
}));
