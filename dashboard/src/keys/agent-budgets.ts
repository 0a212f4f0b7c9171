import type { Schemas } from '../api/client.ts';
import { formatBytes } from '../content/file-texts.ts';
import { locale, t } from '../language/texts.ts';

export type AgentTerms = NonNullable<Schemas['Key']['agent']>;

const BUDGETS = ['drafts', 'submissions', 'media_bytes', 'platform_micro_usd'] as const;
type BudgetName = (typeof BUDGETS)[number];

/** A budget of an agent: what it has used today, of how much, and both as a text. */
export interface Budget {
  name: BudgetName;
  used: number;
  limit: number;
  text: string;
}

/** List the budgets of an agent that its changes use, in the order of the screen. */
export function budgetsOf({ budgets, used_today }: AgentTerms): Budget[] {
  return BUDGETS.map((name) => {
    const [used, limit] = [used_today[name], budgets[name]];
    return { name, used, limit, text: t('keys.usedOf', { used: amount(name, used), limit: amount(name, limit) }) };
  });
}

function amount(name: BudgetName, value: number): string {
  if (name === 'media_bytes') return formatBytes(value);
  if (name !== 'platform_micro_usd') return new Intl.NumberFormat(locale()).format(value);
  return new Intl.NumberFormat(locale(), { style: 'currency', currency: 'USD' }).format(value / 1_000_000);
}
