import { DeleteScheduleCommand } from '@aws-sdk/client-scheduler';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadWorkspaceIdOf } from '../../lib/identity/store/workspaces.ts';
import { loadDeletion } from '../../lib/workspaces/store/workspace-deletions.ts';
import { advanceTime, type Json, skipRetryPauses, succeed } from '../functions/api-harness.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { cancelled, throttled } from '../functions/table-faults.ts';
import { newStageTenant, type Tenant } from '../functions/tenants.ts';
import { sdkError, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { leftOf, MINUTE_MS, NOTHING, newUsedTenant, remove, run, runToEnd } from './deletions.ts';
import { newCustomer } from './given.ts';

/** The job of a deletion while what it uses is throttled, fails or does not do what it confirms. */

const harness = setupWorkers();
const { table } = harness;
const { objects, fail } = setupObjectStore();

beforeEach(() => {
  process.env.MEDIA_BUCKET = 'media-bucket';
});

/** A workspace in use whose deletion is due. */
async function dueDeletion(): Promise<Tenant> {
  // Before the workspace, which has an event of its creation only in a stage with a stage key.
  const stage = await newStageTenant();
  const tenant = await newUsedTenant(objects);
  await remove(stage, tenant);
  advanceTime(5 * MINUTE_MS);
  return tenant;
}

const EXPECTED = { schedules: 2, files: 5, bytes: 50, accounts: 0, accounts_not_disconnected: 0 };

/** Continue a deletion without faults, and expect that nothing is left and that everything was counted once. */
async function expectEnd(tenant: Tenant, counts: Json = EXPECTED): Promise<Json> {
  const certificate = await runToEnd(tenant.workspace.id);
  expect(leftOf(tenant, objects)).toEqual(NOTHING);
  expect(certificate).toMatchObject({ status: 'finished', counts });
  return certificate.counts as Json;
}

describe('a deletion during faults of the table', () => {
  const everyThird = (fault: (command: string, input: Json) => Error | null) => {
    let commands = 0;
    table.fault = (command, input) => (++commands % 3 === 0 ? fault(command, input) : null);
  };

  it.each([
    ['is throttled', throttled],
    [
      'has conflicts of transactions',
      (command: string, input: Json) =>
        command === 'TransactWriteCommand' ? cancelled(input, 'None', 'TransactionConflict') : null,
    ],
  ])('continues where it was when the table %s', async (_, fault) => {
    skipRetryPauses();
    const tenant = await dueDeletion();
    for (let round = 0; round < 3; round++) {
      everyThird(fault);
      await run().catch(() => {});
      table.fault = null;
    }
    await expectEnd(tenant);
  });

  it('deletes also what a throttled batch has left unprocessed', async () => {
    skipRetryPauses();
    const tenant = await dueDeletion();
    table.unprocessed = ({ pk }) => pk.length % 2 === 0;
    await run();
    table.unprocessed = null;
    await expectEnd(tenant);
  });

  it('counts everything once when the response of any transaction is lost', async () => {
    const expected = await expectEnd(await dueDeletion());
    for (let lost = 1; ; lost += 2) {
      const tenant = await dueDeletion();
      let transactions = 0;
      table.failAfterWrite = (command) =>
        command === 'TransactWriteCommand' && ++transactions === lost ? sdkError('TimeoutError') : null;
      await run().catch(() => {});
      table.failAfterWrite = null;
      if (transactions < lost) break;
      expect([lost, await expectEnd(tenant)]).toEqual([lost, expected]);
    }
  });
});

describe('a deletion during faults of S3', () => {
  it.each([
    ['GET', ''],
    ['DELETE', 'media/'],
    ['DELETE', 'uploads/'],
  ])('continues when S3 rejects %s %s', async (method, prefix) => {
    skipRetryPauses();
    const tenant = await dueDeletion();
    fail(method, prefix);
    await expect(run()).rejects.toThrow('S3 responded 503');
    expect(await loadDeletion(tenant.workspace.id)).toMatchObject({ status: 'running', step: 'files' });
    fail('none', '');
    await expectEnd(tenant);
  });

  it('does not end, and keeps the external id, while a file is still there that S3 has confirmed as deleted', async () => {
    const [external_id, stage] = ['customer-17', await newStageTenant()];
    const { id } = await newCustomer(stage, { external_id });
    objects.set(`media/${id}/file`, new Uint8Array(10));
    await succeed('workspaces.delete', { token: stage.token, params: { id }, query: { grace_days: '0' } });
    const kept = vi.spyOn(objects, 'delete').mockReturnValue(true);
    expect(await runToEnd(id)).toMatchObject({ status: 'running', deleted_at: null });
    expect(await loadWorkspaceIdOf(external_id)).toBe(id);
    kept.mockRestore();
    expect(await runToEnd(id)).toMatchObject({ status: 'finished', counts: { files: 1 } });
    expect([await loadWorkspaceIdOf(external_id), objects.size]).toEqual([null, 0]);
  });
});

describe('a deletion during faults of the scheduler', () => {
  const entries = () => storedRecords(harness, 'ScheduleEntry').length;

  it('keeps a post until its schedule is deleted', async () => {
    const tenant = await dueDeletion();
    harness.scheduler.on(DeleteScheduleCommand).rejects(sdkError('ThrottlingException'));
    await expect(run()).rejects.toThrow('ThrottlingException');
    expect(entries()).toBe(2);
    harness.scheduler.on(DeleteScheduleCommand).resolves({});
    await expectEnd(tenant);
  });

  it('takes a schedule that is gone for deleted', async () => {
    const tenant = await dueDeletion();
    harness.scheduler.on(DeleteScheduleCommand).rejects(sdkError('ResourceNotFoundException'));
    await expectEnd(tenant);
  });
});

describe('the audit log', () => {
  it('is read only by the step that deletes it, also when the steps before are repeated', async () => {
    const tenant = await dueDeletion();
    const read: unknown[] = [];
    table.fault = (command, { ExpressionAttributeValues: values = {} }) => {
      const partitions = Object.values(values as Json);
      if (command === 'QueryCommand' && partitions.includes(`WS#${tenant.workspace.id}#AUDIT`)) read.push(command);
      return null;
    };
    await run();
    expect([(await loadDeletion(tenant.workspace.id))?.step, read]).toEqual(['check', []]);
    await expectEnd(tenant);
    expect(read.length).toBeGreaterThan(0);
  });
});
