import { handler } from '../../../functions/on-publish-due.ts';
import { advanceTime, type Json, succeed } from '../api-harness.ts';
import { connect, type DueMessage, scheduleContent } from '../simulated.ts';
import { newTenant, newToken, type Tenant } from '../tenants.ts';
import { currentHarness, lambdaContext, processAllChanges, storedRecords } from '../worker-harness.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export const timer = (dueMessage: unknown, remainingMs?: number) =>
  handler(dueMessage as DueMessage, lambdaContext(remainingMs));

/** A post for X, due in 60 s, of a tenant whose account is connected. */
export async function planned(fields: Json = {}) {
  const tenant = await newTenant();
  await connect(tenant, 'twitter');
  return { tenant, ...(await scheduleContent(tenant, 'twitter', fields)) };
}

/** Create a planned post, and advance the clock until it is due. */
export async function due(fields: Json = {}) {
  const made = await planned(fields);
  advanceTime(MINUTE);
  return made;
}

/** Retrieve an item with a new token. */
export async function contentOf(tenant: Tenant, id: string): Promise<Json> {
  // Hours may have passed since the tenant's first token.
  return succeed('content.get', { token: await newToken(tenant), params: { id } });
}

/** Process all changes, and list the events of a type. */
export async function events(type: string): Promise<Json[]> {
  await processAllChanges(currentHarness());
  return storedRecords(currentHarness(), 'Event').filter((event) => event.type === type);
}
