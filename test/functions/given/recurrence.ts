import type { Content } from '../../../lib/content/rules/content.ts';
import { callApi, type Json, succeed } from '../api-harness.ts';
import { newToken, type Tenant } from '../tenants.ts';
import { currentHarness, storedRecords } from '../worker-harness.ts';

export interface Occurrence {
  date: string;
  at: string;
  content_id: string | null;
  problem: { code: string; detail: string } | null;
}

type Detail = Json & { occurrences: Occurrence[]; last_change: Json | null; last_problem: Json | null };

/** A recurrence with its occurrences, as the API shows it. */
export async function recurrenceDetail(tenant: Tenant, id: string): Promise<Detail> {
  const json = await succeed('recurrences.get', { token: await newToken(tenant), params: { id } });
  return json as Detail;
}

/** Send a PUT of a recurrence. */
export async function putRecurrence(tenant: Tenant, id: string, body: Json) {
  return callApi('recurrences.update', { token: await newToken(tenant), params: { id }, body });
}

/** The items that recurrences have made, in the order of their times, as they are stored. */
export function madeItems(): Content[] {
  const items = storedRecords<Content>(currentHarness(), 'Content').filter(({ recurrence }) => recurrence);
  return items.sort((one, other) => (String(one.scheduled_at) < String(other.scheduled_at) ? -1 : 1));
}

/** The dates of the items that recurrences have made. */
export function madeDates(): string[] {
  return madeItems().map(({ recurrence }) => recurrence!.date);
}
