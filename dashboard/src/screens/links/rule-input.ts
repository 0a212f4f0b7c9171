import type { Schemas } from '../../api/client.ts';
import { PLATFORMS, type Platform } from '../../platforms.ts';

export type LinkRule = Schemas['LinkRule'];
export type Parameter = keyof LinkRule['parameters'];

export const PARAMETERS: readonly Parameter[] = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'];

/** What a person has typed into the form of a link rule. */
export interface RuleInput {
  scope: LinkRule['scope'];
  platform: Platform;
  label: string;
  hosts: string;
  parameters: Record<Parameter, string>;
}

/** Return the form of a rule; of a new one without a rule. */
export function inputOf(rule: LinkRule | null): RuleInput {
  const value = (name: Parameter) =>
    rule?.parameters[name] ?? (rule === null && name === 'utm_source' ? '{platform}' : '');
  return {
    scope: rule?.scope ?? 'workspace',
    platform: rule?.platform ?? PLATFORMS[0]!,
    label: rule?.label ?? '',
    hosts: rule?.hosts.join(', ') ?? '',
    parameters: Object.fromEntries(PARAMETERS.map((name) => [name, value(name)])) as Record<Parameter, string>,
  };
}

/** Convert the form to the body of a request. Empty parameters are left out; the API judges the others. */
export function toRule({ scope, platform, label, hosts, parameters }: RuleInput): Schemas['LinkRuleInput'] {
  const given = Object.entries(parameters).filter(([, value]) => value.trim() !== '');
  return {
    scope,
    ...(scope === 'platform' ? { platform } : {}),
    ...(scope === 'label' ? { label: label.trim() } : {}),
    hosts: hosts
      .toLowerCase()
      .split(/[\s,]+/)
      .filter((host) => host !== ''),
    parameters: Object.fromEntries(given.map(([name, value]) => [name, value.trim()])),
  };
}

/** Return the parameters of a rule as a URL has them, with their placeholders. */
export function parametersText({ parameters }: Pick<LinkRule, 'parameters'>): string {
  return PARAMETERS.flatMap((name) => (parameters[name] ? [`${name}=${parameters[name]}`] : [])).join(' & ');
}
