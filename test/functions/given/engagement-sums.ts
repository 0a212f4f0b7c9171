import type { DynamoDBRecord } from 'aws-lambda';
import { expect } from 'vitest';
import { handler as sweep } from '../../../functions/on-sweep-due.ts';
import type { EngagementWindow } from '../../../lib/analytics/rules/engagement-window.ts';
import { advanceTime, callApi, type Json } from '../api-harness.ts';
import { readBuckets } from '../bucket-reader.ts';
import { engagementWith, newContent } from '../resources.ts';
import { newTenant, newToken, type Tenant } from '../tenants.ts';
import { currentHarness, processAllChanges, storedRecords } from '../worker-harness.ts';

export const MINUTE = 60_000;

// What the sweep leaves to workers that may still be adding to a minute.
export const GRACE = 15_000;

interface ItemOfTenant {
  tenant: Tenant;
  id: string;
}

/** A tenant with an item for X and LinkedIn, whose own events have been processed. */
export async function withItem(): Promise<ItemOfTenant> {
  const tenant = await newTenant();
  const { id } = await newContent(tenant);
  await processAllChanges(currentHarness());
  return { tenant, id };
}

let made = 0;

/** Send engagements, and return the changes they caused. */
export async function ingestEngagements({ tenant, id }: ItemOfTenant, ...elements: Json[]): Promise<DynamoDBRecord[]> {
  currentHarness().changes();
  const batch = elements.map((fields) => engagementWith(id, { external_id: `e-${++made}`, ...fields }));
  const body = { engagements: batch };
  const answer = await callApi('engagements.create', { token: await newToken(tenant), body });
  expect(answer.json.results, answer.text).toEqual(
    batch.map(({ external_id }) => ({ external_id, status: 'accepted' })),
  );
  return currentHarness()
    .changes()
    .filter(({ dynamodb }) => dynamodb?.NewImage?.entity?.S === 'Engagement');
}

/** Advance past the end of the current minute, close it and emit its events. */
export async function minutePasses(): Promise<void> {
  advanceTime(MINUTE + GRACE);
  await sweep();
  await processAllChanges(currentHarness());
}

/** List the buckets of the sums. */
export const buckets = () => readBuckets(currentHarness().table.items());

/** List the stored minutes. */
export const minutes = () => storedRecords<EngagementWindow>(currentHarness(), 'EngagementWindow');

/** List the events caused by engagements, oldest first, with their data. */
export function events(): { type: string; id: string; timestamp: string; data: Json }[] {
  return storedRecords<{ type: string; id: string; timestamp: string; data: string }>(currentHarness(), 'Event')
    .filter(({ type }) => !type.startsWith('content.'))
    .map((event) => ({ ...event, data: JSON.parse(event.data) as Json }));
}

/** The totals of all events of the type together, by kind. */
export function deltas(): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { type, data } of events()) {
    if (type !== 'engagement.received') continue;
    for (const [kind, count] of Object.entries(data.deltas as Record<string, number>)) {
      sums[kind] = (sums[kind] ?? 0) + count;
    }
  }
  return sums;
}
