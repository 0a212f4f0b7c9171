import type { EventModule } from '../../core/events/event-module.ts';
import { deriveRecordChange } from '../../core/events/record-changes.ts';
import { SAMPLE_AT } from '../../core/events/samples.ts';
import { canonicalJson } from '../../core/values/canonical-json.ts';
import { linkRulesEntity } from '../entities/link-rules.ts';
import type { LinkRule, LinkRules } from '../rules/link-rule.ts';
import type { LinkRuleParts } from './schema-parts.ts';

/** `link_rule.changed`. */
export const linkRuleChanged = {
  description:
    'A link rule was created, updated or deleted. It applies to the items that are scheduled from then on. `data` is the rule.',
  schema: ({ z, change, linkRuleFields }) => z.object({ ...linkRuleFields, change }).check(z.describe('The rule.')),
  sample: {
    ...{ id: 'lnk_01K00000000000000000000000', scope: 'workspace', platform: null, label: null },
    ...{ hosts: ['example.com'], parameters: { utm_source: '{platform}' }, created_at: SAMPLE_AT, change: 'created' },
  },
  permission: 'content:read',
  source: linkRulesEntity,
  on: 'change',
  derive: (before, after, changedAt) => {
    const [old, current] = [rulesOf(before), rulesOf(after)];
    return [...new Set([...old.keys(), ...current.keys()])].flatMap((id) => {
      const states = { before: stateOf(old.get(id), before), after: stateOf(current.get(id), after) };
      if (canonicalJson(states.before?.rule) === canonicalJson(states.after?.rule)) return [];
      return deriveRecordChange({ ...states, changedAt }, ({ rule }) => ({ ...rule }));
    });
  },
} satisfies EventModule<LinkRules, LinkRuleParts>;

function rulesOf(rules: LinkRules | null): Map<string, LinkRule> {
  return new Map(rules?.rules.map((rule) => [rule.id, rule]));
}

// All rules are one record, whose version is that of each of them.
function stateOf(rule: LinkRule | undefined, rules: LinkRules | null) {
  return rule && rules ? { id: rule.id, version: rules.version, rule } : null;
}
