import * as z from 'zod/mini';
import { textSchema } from '../../../core/api/request-fields.ts';

/** A template of a request: its name or its id. */
const reference = z.string().check(z.minLength(1), z.maxLength(100));

const VARIABLE = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;

/** A value, or a default, per variable of a text. */
export function variableValues<Value extends z.ZodMiniType>(value: Value) {
  const name = z.string().check(z.regex(VARIABLE, 'Must be the name of a variable.'));
  return z.record(name, value).check(
    z.refine((values) => Object.keys(values).length <= MAX_VALUES, `Must have at most ${MAX_VALUES} variables.`),
    z.meta({ maxProperties: MAX_VALUES }),
  );
}

/** The most values of a request: those of a snippet, a hashtag group and a signature. */
const MAX_VALUES = 60;

/** A value of a variable. */
export const variableValue = textSchema(1000);

// biome-ignore format: one field per line.
export const templates = z.strictObject({
  snippet: z.optional(reference).check(z.meta({ description: 'The name or id of the snippet whose text becomes the `description`. Cannot be combined with `description`.', examples: ['Launch'] })),
  signature: z.optional(reference).check(z.meta({ description: 'The name or id of the signature that follows the text. An update requires `description` or `snippet` with it.', examples: ['Press team'] })),
  hashtags: z.optional(reference).check(z.meta({ description: 'The name or id of the hashtag group that follows the text and the signature. An update requires `description` or `snippet` with it.', examples: ['Summer'] })),
  account_set: z.optional(reference).check(z.meta({ description: 'The name or id of the account set whose accounts publish the item: those on its `platforms`. Cannot be combined with `accounts`.', examples: ['Brand accounts'] })),
  options: z.optional(reference).check(z.meta({ description: 'The name or id of the default options. They apply to the `platforms` of the item where it has no option of its own.', examples: ['Defaults'] })),
  variables: z.optional(variableValues(variableValue)).check(z.meta({ description: 'The values of the variables of the snippet, the hashtag group and the signature. A variable without a value has its default.', examples: [{ product: 'Alpine jacket' }] })),
}).check(z.describe('The templates that complete the item. They are read once, with this request: later changes of a template do not change the item. Requires the permission `content:read`.'));

/** The templates that a request names. */
export type RequestedTemplates = z.infer<typeof templates>;
