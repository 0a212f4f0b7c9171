import type { Schemas } from '../api/client.ts';
import { formatBytes } from '../content/file-texts.ts';
import { locale, t } from '../language/texts.ts';

export type AgentTerms = NonNullable<Schemas['Key']['agent']>;

const BUDGETS = ['requests', 'drafts', 'submissions', 'media_bytes', 'platform_micro_usd'] as const;
type BudgetName = (typeof BUDGETS)[number];

/** A budget of an agent: what it has used today, of how much, and both as a text. */
export interface Budget {
  name: BudgetName;
  used: number;
  limit: number;
  text: string;
}

/** List the budgets of an agent, in the order of the screen. */
export function budgetsOf({ budgets, used_today }: AgentTerms): Budget[] {
  const [used, limit] = [amountsOf(used_today), amountsOf(budgets)];
  return BUDGETS.map((name) => ({
    ...{ name, used: used_today[name], limit: budgets[name] },
    text: t('keys.usedOf', { used: used[name], limit: limit[name] }),
  }));
}

/** Return the amounts of budgets as people write them, for example `200 MB` and `$5.00`. */
export function amountsOf(amounts: Record<BudgetName, number>): Record<BudgetName, string> {
  const number = (value: number) => new Intl.NumberFormat(locale()).format(value);
  const usd = new Intl.NumberFormat(locale(), { style: 'currency', currency: 'USD' });
  return {
    requests: number(amounts.requests),
    drafts: number(amounts.drafts),
    submissions: number(amounts.submissions),
    media_bytes: formatBytes(amounts.media_bytes),
    platform_micro_usd: usd.format(amounts.platform_micro_usd / 1_000_000),
  };
}
