import { describe, expect, it } from 'vitest';
import { handler } from '../../functions/on-metric-poll-queued.ts';
import { startMeteredX } from '../functions/given/charged-reads.ts';
import { measurements, post, queuedMessages, read, tenantOn } from '../functions/given/metric-polls.ts';
import { setWorkspace } from '../functions/resources.ts';
import { setMetrics, simulatePlatforms } from '../functions/simulated.ts';
import type { Tenant } from '../functions/tenants.ts';
import { setupWorkers, sqsEvent } from '../functions/worker-harness.ts';

/** What a product limits of the price of reading metrics in a workspace: $0.005 a read on X. */

const harness = setupWorkers();
simulatePlatforms();

const READ = 5_000;

/** A tenant with posts on X that are due, and a limit of the workspace for these reads. */
async function limitedTo(reads: number, posts: number): Promise<Tenant> {
  const tenant = await tenantOn('twitter');
  await setMetrics(tenant, 'twitter', { metrics_schedule: 'daily' });
  await setWorkspace(tenant, { limits: { platform_micro_usd_per_month: reads * READ } });
  for (let id = 1; id <= posts; id++) await post(tenant, 'twitter', String(id));
  return tenant;
}

async function xWith(posts: number) {
  const x = await startMeteredX();
  for (let id = 1; id <= posts; id++) x.likes.set(String(id), id);
  return x;
}

const counter = () => harness.table.items().find(({ sk }) => String(sk).startsWith('platform_micro_usd_per_month'));

describe('the limit of what platforms charge', () => {
  it('leaves out the reads beyond it before the request, and is reached then', async () => {
    await limitedTo(2, 5);
    await using x = await xWith(5);
    await read();
    expect(x.reads).toHaveLength(2);
    expect(counter()).toMatchObject({ used: 2 * READ, limit: 2 * READ, rejected: 1 });
    const leftOut = measurements().filter(({ measured_at }) => measured_at === null);
    expect(leftOut.map(({ due_at }) => due_at?.slice(0, 10))).toEqual(['2026-08-04', '2026-08-04', '2026-08-04']);
  });

  it('is never exceeded by polls at the same time, and used whole', async () => {
    const tenant = await limitedTo(5, 4);
    await using x = await xWith(4);
    const messages = await queuedMessages();
    const { message } = messages[0]!;
    const ids = message.ids as string[];
    const halves = [ids.slice(0, 2), ids.slice(2)].map((half) => ({ ...message, ids: half }));
    await setWorkspace(tenant, { limits: { platform_micro_usd_per_month: 3 * READ } });
    await Promise.all(halves.map((each) => handler(sqsEvent(each))));
    expect(x.reads).toHaveLength(3);
    expect(counter()).toMatchObject({ used: 3 * READ });
  });

  it('gives back what the platform has not charged', async () => {
    await limitedTo(5, 3);
    await using x = await xWith(1);
    await read();
    expect(x.reads).toHaveLength(1);
    expect(counter()).toMatchObject({ used: READ });
  });
});
