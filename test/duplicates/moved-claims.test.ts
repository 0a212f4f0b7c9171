import { describe, expect, it } from 'vitest';
import { advanceTime, callApi, type Json } from '../functions/api-harness.ts';
import { halt, resume } from '../functions/given/halt.ts';
import { newQueue } from '../functions/resources.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, processStreamRecords, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

// The clock is at 10:00:30 on Monday, 3 August 2026. The queue has a slot at nine each day.

const harness = setupWorkers();
const HOUR = 3_600_000;

async function create(tenant: Tenant, fields: Json): Promise<{ status: number; json: Json }> {
  const body = { title: 'Summer is here', platforms: ['twitter'], ...fields };
  return callApi('content.create', { token: await newToken(tenant), body });
}

const duplicateOf = ({ json }: { json: Json }) => ({
  status: 409,
  json: { code: 'duplicate_content', content_id: json.id },
});

/** A post that waits in its queue for the slot on August 4, and has moved to that of August 7. */
async function givenMovedPost(): Promise<{ tenant: Tenant; post: { json: Json } }> {
  const tenant = await newTenant();
  await newQueue(tenant);
  const post = await create(tenant, { queue: 'default' });
  await processAllChanges(harness);
  for (const title of ['One', 'Two', 'Three']) await create(tenant, { title, queue: 'default', position: 'first' });
  return { tenant, post };
}

describe('the duplicate guard compares the new time of a post', () => {
  it('that its queue has moved', async () => {
    const { tenant, post } = await givenMovedPost();
    await processAllChanges(harness);
    expect(await create(tenant, { scheduled_at: '2026-08-08T08:00:00Z' })).toMatchObject(duplicateOf(post));
    expect((await create(tenant, { scheduled_at: '2026-08-04T09:00:00Z' })).status).toBe(201);
  });

  it('that the end of a halt has moved', async () => {
    const tenant = await newTenant();
    const post = await create(tenant, { scheduled_at: new Date(Date.now() + HOUR).toISOString() });
    const { id } = await halt(tenant);
    advanceTime(72 * HOUR);
    await resume(tenant, id, { spread_seconds: '3600' });
    const later = new Date(Date.now() + 2 * HOUR).toISOString();
    expect(await create(tenant, { scheduled_at: later })).toMatchObject(duplicateOf(post));
  });

  it('once, when the record of the move comes again or long after', async () => {
    const { tenant, post } = await givenMovedPost();
    const records = harness.changes();
    await processStreamRecords(records);
    const moves = harness.changes();
    await processStreamRecords(moves);
    await processAllChanges(harness);
    const holders = () => storedRecords<{ holders: Json[] }>(harness, 'ContentClaim').flatMap((each) => each.holders);
    const before = holders();
    expect(before.filter(({ content_id }) => content_id === post.json.id)).toHaveLength(1);
    await processStreamRecords([...moves, ...records]);
    await processAllChanges(harness);
    expect(holders()).toEqual(before);
    const params = { id: String(post.json.id) };
    await callApi('content.delete', { token: await newToken(tenant), params });
    await processStreamRecords(moves);
    expect((await create(tenant, { scheduled_at: '2026-08-08T08:00:00Z' })).status).toBe(201);
  });
});
