import type { Engagement } from '../../../lib/analytics/rules/engagement-ingestion.ts';
import { callApi, type Json, type TestResponse } from '../api-harness.ts';
import { newContent } from '../resources.ts';
import { newTenant, type Tenant } from '../tenants.ts';
import { currentHarness, storedRecords } from '../worker-harness.ts';

/** Send engagements. */
export const ingest = (tenant: Tenant, engagements: unknown, headers: Record<string, string> = {}) =>
  callApi('engagements.create', {
    token: tenant.token,
    body: { engagements },
    headers: { 'content-type': 'application/json', ...headers },
  });

/** List the results of a batch. */
export const resultsOf = (answer: TestResponse) => answer.json.results as { status: string; error?: Json }[];

/** List the statuses of the results of a batch. */
export const statusesOf = (answer: TestResponse) => resultsOf(answer).map(({ status }) => status);

/** List the stored engagements. */
export const engagements = () => storedRecords<Engagement>(currentHarness(), 'Engagement');

/** A tenant with an item for X and LinkedIn. */
export async function withItem() {
  const tenant = await newTenant();
  return { tenant, id: (await newContent(tenant)).id };
}
