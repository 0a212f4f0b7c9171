import { sumUsageDays } from '../../lib/usage/workers/sum-usage-days.ts';
import { advanceTime, callApi, type Json } from '../functions/api-harness.ts';
import { newContent } from '../functions/resources.ts';
import { newToken, type Tenant } from '../functions/tenants.ts';
import { currentHarness, processAllChanges } from '../functions/worker-harness.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** The day on which each test begins. */
export const TODAY = '2026-08-03';
export const MONTH = { from: '2026-08-01', to: '2026-09-01' };

/** Process the changes of the table, and sum the days that have them an hour later. */
export async function followed(): Promise<void> {
  await processAllChanges(currentHarness());
  advanceTime(HOUR_MS + 300_000);
  await sumUsageDays(Date.now());
}

/** Request the usage of a workspace, or of what a stage key may name: by default of August 2026, in one row. */
export async function usageOf(tenant: Tenant, query: Record<string, string> = {}): Promise<Usage> {
  const token = await newToken(tenant);
  const { status, json, text } = await callApi('usage.get', {
    token,
    query: { ...MONTH, granularity: 'total', ...query },
  });
  if (status !== 200) throw new Error(text);
  return json as unknown as Usage;
}

export interface Usage {
  complete_until: string;
  totals: Record<string, number>;
  unattributed: Record<string, number>;
  rows: (Json & { period: string })[];
  pagination: { next_cursor: string | null };
}

/** Return counted amounts without those that are zero, and without the estimate that follows from them. */
export function amountsIn(amounts: Record<string, unknown>): Record<string, unknown> {
  const { aws_micro_usd: _, ...counted } = amounts;
  return Object.fromEntries(Object.entries(counted).filter(([, value]) => typeof value === 'number' && value !== 0));
}

/** Create items. */
export async function createItems(tenant: Tenant, count: number): Promise<void> {
  const owned = { ...tenant, token: await newToken(tenant) };
  for (let item = 0; item < count; item++) await newContent(owned);
}
