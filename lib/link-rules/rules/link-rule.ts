import type { UtmParameter } from '../../content/rules/text/link-parameters.ts';
import { type FieldError, notFoundError, validationError } from '../../core/problems/request-errors.ts';
import type { Platform } from '../../platforms/platform.ts';
import { linkRuleLimit } from '../problems.ts';

/** The most link rules of a workspace. */
export const MAX_LINK_RULES = 50;

/** The most bytes of all rules: the audit log has them before and after a change in one item of the table, of 400 KB. */
const MAX_RULES_BYTES = 150_000;

export const RULE_SCOPES = ['workspace', 'platform', 'label'] as const;

export const PLACEHOLDERS = ['platform', 'campaign', 'date'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** A rule that adds parameters to the URLs of posts: of all, of those on a platform, or of those with a label. */
export interface LinkRule {
  id: string;
  scope: (typeof RULE_SCOPES)[number];
  platform: Platform | null;
  /** The id of the label, so that a new name is that of the rule at once. */
  label: string | null;
  /** The hosts whose URLs get the parameters, with their subdomains. Empty for all. */
  hosts: string[];
  parameters: Partial<Record<UtmParameter, string>>;
  created_at: string;
}

/** The rules of a workspace, in the order of their creation: one item, because each post reads all of them. */
export interface LinkRules {
  id: string; // The id of the workspace, as the audit log names it.
  workspace_id: string;
  rules: LinkRule[];
  version: number; // 0 until a rule is stored.
}

/** The fields of a rule that a request sets. */
export type LinkRuleFields = Omit<LinkRule, 'id' | 'created_at'>;

/** Throw 422 for a rule whose scope and fields contradict each other, and for an unknown placeholder. */
export function assertValidRule({ scope, platform, label, parameters }: LinkRuleFields): void {
  const errors: FieldError[] = [];
  for (const [name, value] of Object.entries({ platform, label })) {
    if (scope === name && value === null) {
      errors.push({ pointer: `/${name}`, code: 'required', detail: `Required for the scope ${name}.` });
    }
    if (scope !== name && value !== null) {
      errors.push({ pointer: `/${name}`, code: 'not_with_scope', detail: `Must be null for the scope ${scope}.` });
    }
  }
  for (const [name, value] of Object.entries(parameters)) {
    const unknown = [...value.matchAll(/\{([^{}]*)\}/g)].find(([, found]) => !isPlaceholder(found!));
    if (!unknown) continue;
    const detail = `Must contain no placeholder but ${PLACEHOLDERS.map((each) => `{${each}}`).join(', ')}.`;
    errors.push({ pointer: `/parameters/${name}`, code: 'unknown_placeholder', detail });
  }
  if (errors.length > 0) throw validationError(errors);
}

/** Return whether a text is the name of a placeholder. */
export function isPlaceholder(name: string): name is Placeholder {
  return (PLACEHOLDERS as readonly string[]).includes(name);
}

/** Add a rule. Throws 409 at the limits. */
export function addRule(before: LinkRules, rule: LinkRule): LinkRules {
  if (before.rules.length >= MAX_LINK_RULES) {
    throw linkRuleLimit(`A workspace can have at most ${MAX_LINK_RULES} link rules. Delete one first.`);
  }
  return withRules(before, [...before.rules, rule]);
}

/** Return a rule. Throws 404 for an unknown id. */
export function findRule({ rules }: LinkRules, id: string | undefined): LinkRule {
  const found = rules.find((rule) => rule.id === id);
  if (!found) throw notFoundError();
  return found;
}

/** Replace a rule that has the id of another one. Throws 409 when all rules together take too many bytes. */
export function replaceRule(before: LinkRules, rule: LinkRule): LinkRules {
  return withRules(
    before,
    before.rules.map((each) => (each.id === rule.id ? rule : each)),
  );
}

function withRules(before: LinkRules, rules: LinkRule[]): LinkRules {
  const bytes = Buffer.byteLength(JSON.stringify(rules));
  if (bytes <= MAX_RULES_BYTES) return { ...before, rules };
  const detail = `The link rules of the workspace would have ${bytes} bytes as JSON. At most ${MAX_RULES_BYTES} are allowed. Delete a rule, or use fewer hosts.`;
  throw linkRuleLimit(detail);
}

/** Remove a rule. */
export function removeRule(before: LinkRules, id: string): LinkRules {
  return { ...before, rules: before.rules.filter((rule) => rule.id !== id) };
}

/** Return whether a rule depends on the labels or the campaign of an item. */
export function needsLabels({ label, parameters }: LinkRule): boolean {
  return label !== null || Object.values(parameters).some((value) => value.includes('{campaign}'));
}
