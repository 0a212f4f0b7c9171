import { expect } from 'vitest';
import { handler as onPublishDue } from '../../../functions/on-publish-due.ts';
import type { ScheduleEntry } from '../../../lib/content/rules/schedule-entry.ts';
import { advanceTime, callApi, type Json } from '../api-harness.ts';
import { connect, currentPlatforms, type DueMessage, loadDueEntry, scheduleContent } from '../simulated.ts';
import { newToken, type Tenant } from '../tenants.ts';
import { lambdaContext } from '../worker-harness.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** Call an operation, which must succeed. */
export const call = async (tenant: Tenant, operation: string, rest: Json = {}) => {
  // Hours may have passed since the tenant's first token.
  const answer = await callApi(operation, { token: await newToken(tenant), ...rest });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.json as Json & { id: string; warnings: Json[] };
};

/** Retrieve an item. */
export const read = (tenant: Tenant, id: string) => call(tenant, 'content.get', { params: { id } });

/** Update an item. */
export const update = (tenant: Tenant, id: string, body: Json) =>
  call(tenant, 'content.update', { params: { id }, body });

/** Connect an account of each platform. */
export const connectAll = (tenant: Tenant) =>
  Promise.all((['instagram', 'twitter', 'linkedin'] as const).map((platform) => connect(tenant, platform)));

/** Publish an entry as often as the service retries it, and return its final state. */
export async function publishToEnd(dueMessage: DueMessage): Promise<ScheduleEntry> {
  for (let attempts = 0; attempts < 100; attempts++) {
    await onPublishDue(dueMessage, lambdaContext());
    const entry = await loadDueEntry(dueMessage);
    if (entry.due_at === null) return entry;
    advanceTime(Date.parse(entry.due_at) - Date.now());
  }
  throw new Error('The entry is not final after 100 attempts.');
}

/** Another item of the tenant meets the limit of X, which ends in 15 minutes. */
export async function meetLimit(tenant: Tenant): Promise<void> {
  await currentPlatforms().script('twitter', '429');
  const { dueMessage } = await scheduleContent(tenant, 'twitter', { title: 'The one that meets the limit' }, 0);
  await onPublishDue(dueMessage, lambdaContext());
  expect((await loadDueEntry(dueMessage)).error?.code).toBe('rate_limited');
}
