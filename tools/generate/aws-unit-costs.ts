import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { billableAmounts, dollarsOf } from '../cost-model/bill.ts';
import { addUsage, type MeasuredUsage, type Usage } from '../cost-model/usage.ts';
import { parseMeasuredUsage } from '../cost-model/usage-file.ts';
import { renderHead, renderRows } from './module-text.ts';

export const AWS_UNIT_COSTS_PATH = 'lib/usage/rules/aws-unit-costs.ts';

const UNITS = 'tools/cost-model/units.json';

/** Render what AWS charges for one of each counted amount, from the measured usage of the cost model. */
export function renderAwsUnitCosts(): string {
  const counted = parseMeasuredUsage(readFileSync(join(import.meta.dirname, '../..', UNITS), 'utf8'));
  const rows = Object.entries(unitsOf(counted)).map(([name, units]) => `${name}: ${microUsd(units, counted)}`);
  return [
    renderHead(UNITS),
    '\n\n/** What AWS charges for one of each, in millionths of a US dollar, rounded up, at list prices and measured alone. */',
    `\nexport const AWS_UNIT_MICRO_USD = {\n${renderRows(rows)}} as const;\n`,
  ].join('');
}

/** Return the usage of an item, of a post on one platform, of an attempt of a delivery, and of a read of metrics. */
function unitsOf({ post, delivery, reading }: MeasuredUsage): Record<string, Usage> {
  const [creation, scheduling, ...perTarget] = post.map(({ units }) => units);
  return {
    items: creation!,
    posts: addUsage(scheduling!, ...perTarget),
    delivery_attempts: delivery.alone,
    metric_reads: reading,
  };
}

function microUsd(units: Usage, { templates }: MeasuredUsage): number {
  return Math.ceil(1e6 * dollarsOf(billableAmounts(units, templates.production)));
}
