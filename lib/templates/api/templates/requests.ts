import * as z from 'zod/mini';
import { byPlatform } from '../../../content/api/content/requests.ts';
import { accounts } from '../../../content/api/content/target-accounts.ts';
import { variableValue, variableValues } from '../../../content/api/content/template-fields.ts';
import { labelSchema, publicUrl, textSchema } from '../../../core/api/request-fields.ts';
import { VISIBILITIES } from '../../../platforms/platform.ts';

// It stands in texts as `{{@name}}`, and is never taken for an id.
const name = labelSchema(100).check(
  z.regex(/^(?!@|tpl_)[^{}]*$/, 'Must not contain braces, and not begin with "@" or "tpl_".'),
);

// biome-ignore format: one line.
const handle = labelSchema(200).check(z.meta({ description: 'The handle on the platform.', examples: ['@acme'] }));

// biome-ignore format: one field per line.
const defaults = z.strictObject({
  first_comment: z.optional(textSchema(10_000)),
  link: z.optional(publicUrl),
  visibility: z.optional(z.enum(VISIBILITIES)),
});

const notEmpty = z.refine((value) => Object.keys(value as object).length > 0, 'Must contain at least one platform.');

// biome-ignore format: one field per line.
export const templateFields = {
  name: name.check(z.meta({ description: 'The name. Unique in the workspace; case and spaces do not count.', examples: ['Launch'] })),
  text: textSchema(10_000).check(z.meta({ description: 'The text of a snippet, a hashtag group or a signature. `{{product}}` is a variable, `{{@Acme}}` a saved mention.', examples: ['{{product}} is here. {{url}}'] })),
  variables: variableValues(z.nullable(variableValue)).check(z.meta({ description: 'The defaults of variables of the text. A variable without a default, or with null, has to be given with each use.', examples: [{ url: 'https://example.com' }] })),
  accounts: accounts.check(z.minLength(1), z.meta({ description: 'The ids of the accounts of an account set.', examples: [['acc_01K00000000000000000000000']] })),
  handles: byPlatform(handle).check(notEmpty, z.meta({ description: 'The text of a saved mention by platform. A platform without one shows the name of the template.', examples: [{ x: '@acme', bluesky: '@acme.example.com' }] })),
  platform_options: byPlatform(defaults).check(notEmpty, z.meta({ description: 'The default options by platform.', examples: [{ linkedin: { visibility: 'public', first_comment: 'More: https://example.com' } }] })),
};
