import * as z from 'zod/mini';
import { UTM_PARAMETERS } from '../../../content/rules/text/link-parameters.ts';
import { lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { platformName } from '../../../platforms/api/response-fields.ts';
import { RULE_SCOPES } from '../../rules/link-rule.ts';

// biome-ignore format: one field per line.
export const LinkRuleResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the rule.', examples: ['lnk_01K00000000000000000000000'] })),
  scope: z.enum(RULE_SCOPES).check(z.meta({ description: 'Whose URLs get the parameters.', examples: ['workspace'] })),
  platform: z.nullable(platformName()).check(z.describe('The platform of the scope `platform`. Otherwise null.')),
  label: z.nullable(z.string()).check(z.meta({ description: 'The name of the label of the scope `label`. Null for the other scopes, and when the label was deleted: the rule then applies to no item.', examples: [null] })),
  hosts: z.array(z.string()).check(z.meta({ description: 'The hosts whose URLs get the parameters, with their subdomains. Empty for all.', examples: [['example.com']] })),
  parameters: z.object(Object.fromEntries(UTM_PARAMETERS.map((name) => [name, z.optional(z.string()).check(z.meta({ description: 'The value of the parameter, with its placeholders.', examples: ['{platform}'] }))]))).check(z.describe('The parameters.')),
  created_at: timestamp().check(z.meta({ description: 'Time the rule was created.', examples: ['2026-11-20T09:30:00.000Z'] })),
}));

export const LinkRuleListResponse = /* @__PURE__ */ lazyObject(() => ({
  link_rules: z.array(LinkRuleResponse()).check(z.describe('All link rules of the workspace, oldest first.')),
}));
