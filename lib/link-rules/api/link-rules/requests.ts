import * as z from 'zod/mini';
import { UTM_PARAMETERS } from '../../../content/rules/text/link-parameters.ts';
import { distinct, textSchema } from '../../../core/api/request-fields.ts';
import { labelName } from '../../../labels/api/request-fields.ts';
import { platform } from '../../../platforms/api/request-fields.ts';
import { type LinkRuleFields, RULE_SCOPES } from '../../rules/link-rule.ts';

const HOST = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

const value = z.optional(textSchema(200)).check(
  z.meta({
    description: 'The value of the parameter, with the placeholders `{platform}`, `{campaign}` and `{date}`.',
    examples: ['{platform}'],
  }),
);

const parameters = z.strictObject(Object.fromEntries(UTM_PARAMETERS.map((name) => [name, value]))).check(
  z.refine((given) => Object.keys(given).length > 0, 'Must contain at least one parameter.'),
  z.meta({ minProperties: 1 }),
);

// biome-ignore format: one field per line.
const fields = {
  scope: z.enum(RULE_SCOPES).check(z.meta({ description: 'Whose URLs get the parameters: those of all posts, of the posts on a platform, or of the posts with a label. A platform overrides the workspace, and a label overrides both, parameter by parameter.', examples: ['workspace'] })),
  platform: z.optional(z.nullable(platform)).check(z.describe('The platform. Required for the scope `platform`, and null for the others.')),
  label: z.optional(z.nullable(labelName)).check(z.meta({ description: 'The name of the label, which is created if none has it. Required for the scope `label`, and null for the others.', examples: [null] })),
  hosts: z.optional(distinct(z.string().check(z.regex(HOST, 'Must be a host name in lower case, such as example.com.')), 20)).check(z.meta({ description: 'The hosts whose URLs get the parameters, with their subdomains. All hosts if empty or omitted.', examples: [['example.com']] })),
  parameters: parameters.check(z.describe('The parameters that are added to a URL that does not have them.')),
};

/** The fields of a link rule. A change replaces all of them. */
export const LinkRuleInput = z.strictObject(fields);

/** Return the fields of a rule in a request, with the defaults. */
export function ruleFields({ platform = null, label = null, hosts = [], ...rest }: z.infer<typeof LinkRuleInput>) {
  return { ...rest, platform, label, hosts } as LinkRuleFields;
}
