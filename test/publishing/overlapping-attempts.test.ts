import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { handler } from '../../functions/on-delivery-queued.ts';
import { commit } from '../../lib/core/table/commit.ts';
import type { WebhookEndpoint } from '../../lib/webhooks/rules/webhook-endpoint.ts';
import { endpointWrite, loadEndpoint } from '../../lib/webhooks/store/webhook-endpoints.ts';
import { advanceTime, callApi, inSeconds } from '../functions/api-harness.ts';
import { stopDeliveryClock } from '../functions/delivery-deadlines.ts';
import { newContent, newDelivery, newWebhook } from '../functions/resources.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers, sqsEvent } from '../functions/worker-harness.ts';
import { httpReceiver } from '../webhooks/delivery/receivers.ts';

const harness = setupWorkers();
stopDeliveryClock();

const DAY_SECONDS = 86_400;
const DAY_MS = DAY_SECONDS * 1000;

/** An endpoint whose receiver holds every request until the test answers it. */
async function heldEndpoint() {
  const tenant = await newTenant();
  const held = { next: Promise.withResolvers<ServerResponse>() };
  const { port } = await httpReceiver((_, response) => held.next.resolve(response));
  const url = `http://127.0.0.1:${port}/hook`;
  const { webhook_id: id } = await newWebhook(tenant, { url });
  await processAllChanges(harness);
  harness.sent();
  const stored = async () => (await loadEndpoint(tenant.workspace.id, id)) as WebhookEndpoint;
  const change = async (fields: Partial<WebhookEndpoint>) => {
    const before = await stored();
    await commit([endpointWrite(before, { ...before, ...fields })]);
  };
  return { tenant, id, held, stored, change };
}

type Held = Awaited<ReturnType<typeof heldEndpoint>>;

/** Start an attempt of a new delivery. Returns a function that answers it with a status and ends it. */
async function start({ tenant, held }: Pick<Held, 'tenant' | 'held'>): Promise<(status: number) => Promise<void>> {
  await newContent({ ...tenant, token: await newToken(tenant) } as Tenant);
  await processAllChanges(harness);
  const messages = harness.sent().map(({ message }) => message);
  held.next = Promise.withResolvers();
  const working = handler(sqsEvent(...messages));
  const response = await held.next.promise;
  return async (status) => {
    response.writeHead(status).end();
    expect((await working).batchItemFailures).toEqual([]);
    await processAllChanges(harness);
    harness.sent();
  };
}

async function view({ tenant, id }: Held) {
  return (await callApi('webhooks.get', { token: await newToken(tenant), params: { id } })).json;
}

describe('an endpoint with overlapping attempts', () => {
  it('does not fail after a success that began before the first failure was recorded', async () => {
    const held = await heldEndpoint();
    const success = await start(held);
    await (await start(held))(500);
    expect((await held.stored()).failing_since).toBe(inSeconds(0));
    advanceTime(500);
    await success(200);
    expect(await view(held)).toMatchObject({ status: 'active', failing_since: null, disables_at: null });
  });

  it('is not disabled five days later by the next failure', async () => {
    const held = await heldEndpoint();
    const success = await start(held);
    await (await start(held))(500);
    await success(200);
    for (const days of [3, 2]) {
      advanceTime(days * DAY_MS);
      await (await start(held))(500);
    }
    expect(await view(held)).toMatchObject({ status: 'active', failing_since: inSeconds(-2 * DAY_SECONDS) });
  });

  it('is not disabled by a failure that began before a success and ends after it', async () => {
    const held = await heldEndpoint();
    await held.change({ failing_since: inSeconds(-5 * DAY_SECONDS), warned_at: inSeconds(-2 * DAY_SECONDS) });
    const failure = await start(held);
    await (await start(held))(200);
    await failure(500);
    expect(await view(held)).toMatchObject({ status: 'active', failing_since: inSeconds(0), warned_at: null });
  });

  it.each([
    ['warned', () => ({ failing_since: inSeconds(-4 * DAY_SECONDS) })],
    ['disabled', () => ({ failing_since: inSeconds(-6 * DAY_SECONDS), warned_at: inSeconds(-3 * DAY_SECONDS) })],
  ])('is not %s when a delivery succeeded since the first failure and only its window remained', async (_, window) => {
    const held = await heldEndpoint();
    await held.change(window());
    await newDelivery(held.tenant, held.id, { status: 'delivered' }, DAY_SECONDS);
    await (await start(held))(500);
    expect(await view(held)).toMatchObject({ status: 'active', failing_since: inSeconds(0), warned_at: null });
  });

  it('is warned although a delivery succeeded before the first failure, and one to another endpoint since', async () => {
    const held = await heldEndpoint();
    await held.change({ failing_since: inSeconds(-4 * DAY_SECONDS) });
    await newDelivery(held.tenant, held.id, { status: 'delivered' }, 5 * DAY_SECONDS);
    const { webhook_id: other } = await newWebhook({ ...held.tenant, token: await newToken(held.tenant) } as Tenant, {
      url: 'http://127.0.0.1:9/other',
      events: ['content.failed'],
    });
    await newDelivery(held.tenant, other, { status: 'delivered' }, DAY_SECONDS);
    await (await start(held))(500);
    expect(await view(held)).toMatchObject({ status: 'active', warned_at: inSeconds(0) });
  });

  it('whose url was changed during an attempt is not judged by it', async () => {
    const held = await heldEndpoint();
    const failure = await start(held);
    await held.change({ url: 'http://127.0.0.1:9/moved' });
    await failure(410);
    expect(await view(held)).toMatchObject({ status: 'active', failing_since: null });
  });

  it('is disabled only if every attempt that ended in the last five days failed, in any order of overlaps', async () => {
    const step = fc.record({ ends: fc.nat(3), ok: fc.boolean(), hours: fc.integer({ min: 1, max: 40 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const held = await heldEndpoint();
        const running: ((status: number) => Promise<void>)[] = [];
        let lastSuccessMs = Number.NEGATIVE_INFINITY;
        for (const { ends, ok, hours } of steps) {
          if ((await held.stored()).status !== 'active') break;
          // Up to four attempts overlap; one of them ends at each step.
          while (running.length < 4) running.push(await start(held));
          advanceTime(hours * 3_600_000);
          const [end] = running.splice(ends, 1);
          await end!(ok ? 200 : 500);
          if (ok) lastSuccessMs = Date.now();
          const { status, failing_since = null } = await held.stored();
          if (ok) expect(failing_since).toBeNull();
          else expect(Date.parse(failing_since!)).toBeGreaterThan(lastSuccessMs);
          if (status === 'disabled') expect(Date.now() - lastSuccessMs).toBeGreaterThan(5 * DAY_MS);
        }
        for (const end of running) await end(200);
      }),
      { numRuns: 6 },
    );
  });
});
