import { describe, expect, it } from 'vitest';
import { handler as onStepQueued } from '../../functions/on-step-queued.ts';
import { STEP_JOBS } from '../../lib/app/steps/step-jobs.ts';
import { steppedEntities } from '../../lib/bundle/declared-jobs.ts';
import type { StepMessage } from '../../lib/core/queue/step-job.ts';
import { LEASE_SECONDS } from '../../lib/core/retry/lease.ts';
import { indexContent } from '../../lib/search/workers/index-content.ts';
import { advanceTime, callApi, type Json } from '../functions/api-harness.ts';
import { checked, newImport } from '../functions/imported.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { newContent } from '../functions/resources.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import {
  killAt,
  processAllChanges,
  queuedStepMessages,
  sdkError,
  setupWorkers,
  sqsEvent,
  storedRecords,
} from '../functions/worker-harness.ts';

const harness = setupWorkers();
setupObjectStore();

const FILE = 'text,platforms\nOne,x\nTwo,x\n';
const itemsOf = () => storedRecords<Json>(harness, 'Content').map(({ title }) => title);

/** An import whose run is queued, and the message of its first step. */
async function queuedRun(): Promise<{ tenant: Tenant; message: StepMessage }> {
  const tenant = await newTenant();
  const { id } = await checked(harness, tenant, FILE);
  await callApi('imports.run', { token: tenant.token, params: { id } });
  const [message] = await queuedStepMessages(harness.changes());
  return { tenant, message: message as unknown as StepMessage };
}

const run = async (...messages: unknown[]) => (await onStepQueued(sqsEvent(...messages))).batchItemFailures;

describe('the workers of the step queue', () => {
  it('are there for every entity whose steps a feature declares, and for no other', () => {
    expect(Object.keys(STEP_JOBS).sort()).toEqual(steppedEntities().sort());
  });
});

describe('a message of the step queue', () => {
  it('names the job and its version, in the group of its workspace', async () => {
    const tenant = await newTenant();
    const { id } = await newImport(tenant, FILE);
    const message = { workspace_id: tenant.workspace.id, entity: 'Import', id, version: 0 };
    expect(await queuedStepMessages(harness.changes())).toEqual([message]);
  });

  it('has no text of an item', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { title: 'Of one person' });
    expect(await queuedStepMessages(harness.changes())).toEqual([
      { workspace_id: tenant.workspace.id, entity: 'Content', id },
    ]);
  });

  it('runs its step once, however often it is delivered', async () => {
    const { message } = await queuedRun();
    expect(await run(message, message)).toEqual([]);
    expect(await run(message)).toEqual([]);
    expect(itemsOf()).toHaveLength(2);
  });

  it('runs a step once when two workers have it at the same time', async () => {
    const { message } = await queuedRun();
    await Promise.all([run(message), run(message)]);
    expect(itemsOf()).toHaveLength(2);
  });

  it('is delivered again after a failure, wherever that is, and the step continues', async () => {
    let isReached = true;
    for (let command = 1; isReached; command++) {
      const { message } = await queuedRun();
      const before = itemsOf().length;
      const kill = killAt(harness.table, command);
      const failed = await run(message);
      harness.table.fault = null;
      isReached = kill.reached();
      expect(failed).toEqual(isReached ? [{ itemIdentifier: 'm0' }] : []);
      expect(await run(message)).toEqual([]);
      await processAllChanges(harness);
      expect(itemsOf()).toHaveLength(before + 2);
    }
  });

  it('fails for an entity without steps', async () => {
    expect(await run({ workspace_id: 'ws_1', entity: 'Member', id: 'mem_1', version: 1 })).toHaveLength(1);
  });
});

describe('the search index', () => {
  const terms = () =>
    harness.table
      .items()
      .filter(({ entity }) => entity === 'SearchTerm')
      .map(({ sk }) => String(sk).split('#')[0]);

  it('has the last words of an item that two workers index at the same time, wherever they meet', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { title: 'first' });
    await processAllChanges(harness);
    for (let command = 1; command < 12; command++) {
      let commands = 0;
      let other: Promise<void> | null = null;
      const title = `word${command}`;
      await callApi('content.update', { token: tenant.token, params: { id }, body: { title: `stale${command}` } });
      harness.table.fault = () => {
        commands += 1;
        if (commands === command) {
          harness.table.fault = null;
          other = callApi('content.update', { token: tenant.token, params: { id }, body: { title } }).then(() =>
            indexContent(tenant.workspace.id, id),
          );
        }
        return null;
      };
      await indexContent(tenant.workspace.id, id);
      harness.table.fault = null;
      await other;
      await processAllChanges(harness);
      expect(terms(), `command ${command}`).toEqual([other ? title : `stale${command}`]);
    }
  });

  it('is not written by a second worker before the lease of the first has ended', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { title: 'one two three' });
    killAt(harness.table, 4);
    await expect(indexContent(tenant.workspace.id, id)).rejects.toThrow('killed');
    harness.table.fault = null;
    await expect(indexContent(tenant.workspace.id, id)).rejects.toThrow('Another change came first.');
    advanceTime(LEASE_SECONDS.indexing * 1000);
    await indexContent(tenant.workspace.id, id);
    expect(terms()).toEqual(['one', 'three', 'two']);
  });

  it('repeats a throttled write until it succeeds, and no other', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { title: 'one two three four' });
    let throttles = 0;
    let writes = 0;
    harness.table.fault = (_command, { Item }) => {
      if ((Item as Json | undefined)?.entity !== 'SearchTerm') return null;
      if (throttles < 30) {
        throttles += 1;
        return sdkError('ProvisionedThroughputExceededException');
      }
      writes += 1;
      return null;
    };
    await indexContent(tenant.workspace.id, id);
    harness.table.fault = null;
    expect([throttles, writes]).toEqual([30, 4]);
  });
});
