import { describe, expect, it } from 'vitest';
import { advanceTime, callApi } from '../functions/api-harness.ts';
import { engagements, ingest, statusesOf, withItem } from '../functions/given/engagements.ts';
import { engagementWith } from '../functions/resources.ts';
import { newToken } from '../functions/tenants.ts';
import { killAt, setupWorkers } from '../functions/worker-harness.ts';

const harness = setupWorkers();
const DAY = 86_400;

describe('a batch with an Idempotency-Key', () => {
  const KEY = { 'idempotency-key': 'batch-1' };

  it('whose worker crashed at any command returns, sent again, the result without a crash', async () => {
    for (let n = 1, isKilled = true; isKilled; n++) {
      harness.table.clear();
      const { tenant, id } = await withItem();
      await ingest(tenant, [engagementWith(id, { external_id: 'old' })]);
      const batch = ['a', 'b', 'a', 'old'].map((external_id) => engagementWith(id, { external_id }));
      const kill = killAt(harness.table, n);
      const first = await ingest(tenant, batch, KEY);
      isKilled = kill.reached();
      expect(first.status === 200).toBe(!isKilled);
      harness.table.fault = null;
      const again = await ingest(tenant, batch, KEY);
      expect(statusesOf(again), `killed at ${n}`).toEqual(['accepted', 'accepted', 'duplicate', 'duplicate']);
      expect(engagements()).toHaveLength(3);
      if (!isKilled) expect(n).toBeGreaterThan(6);
    }
  });

  it('is processed again after its key has expired: then all are duplicates', async () => {
    const { tenant, id } = await withItem();
    const batch = [engagementWith(id)];
    await ingest(tenant, batch, KEY);
    advanceTime(DAY * 1000);
    const again = await callApi('engagements.create', {
      token: await newToken(tenant),
      body: { engagements: batch },
      headers: { 'content-type': 'application/json', ...KEY },
    });
    expect(statusesOf(again)).toEqual(['duplicate']);
  });

  it('that was killed and is sent again with another body accepts nothing as its own', async () => {
    const { tenant, id } = await withItem();
    harness.table.failAfterWrite = (command) => (command === 'PutCommand' ? new Error('Killed.') : null);
    await ingest(tenant, [engagementWith(id)], KEY);
    harness.table.failAfterWrite = null;
    const other = [engagementWith(id), engagementWith(id, { external_id: 'b' })];
    expect(statusesOf(await ingest(tenant, other, KEY))).toEqual(['duplicate', 'accepted']);
  });
});
