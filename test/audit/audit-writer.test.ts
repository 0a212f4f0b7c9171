import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../lib/audit/rules/audit-log.ts';
import { CLAIM_SPAN } from '../../lib/audit/store/audit-claims.ts';
import type { Item } from '../../lib/core/table/schema.ts';
import { stage } from '../../lib/stack/stages.ts';
import { advanceTime, callApi } from '../functions/api-harness.ts';
import { auditLog, followStream, streamOf, verified } from '../functions/audit-log.ts';
import { createA, fieldsOf } from '../functions/given/audited-changes.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { newAccount, newContent } from '../functions/resources.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { validRequest } from '../functions/valid-request.ts';
import { killAt, processStreamRecords, sdkError, setupWorkers } from '../functions/worker-harness.ts';

const harness = setupWorkers();

setupObjectStore();

describe('the audit log, while its writer is killed, repeated and concurrent', () => {
  /** A few changes of each type: created, changed, removed. */
  async function someChanges(tenant: Tenant): Promise<void> {
    const { id } = await newContent(tenant, { title: 'One' });
    await callApi('content.update', { token: tenant.token, params: { id }, body: { title: 'Two' } });
    await callApi('content.delete', { token: tenant.token, params: { id } });
    await callApi('team.invite', await validRequest('team.invite', tenant));
    await newAccount(tenant);
  }

  /** It entries, without their numbers and times of recording. */
  const tale = (entries: AuditEntry[]) => entries.map(({ id, action, resource }) => [id, action, resource.id]);

  it('has every change once and in one chain when the whole stream is read three times', async () => {
    const tenant = await newTenant();
    await someChanges(tenant);
    const stream = streamOf(harness);
    expect(await processStreamRecords(stream)).toEqual([]);
    const first = await auditLog(tenant);
    advanceTime(15 * 86_400_000);
    expect(await processStreamRecords(stream)).toEqual([]);
    for (const record of stream) expect(await processStreamRecords([record])).toEqual([]);
    expect(await auditLog(tenant)).toEqual(first);
    expect(await verified({ ...tenant, token: await newToken(tenant) })).toMatchObject({
      valid: true,
      complete: true,
      checked: first.length,
    });
  });

  it.each([2, 365])(
    'has every change once when it is redriven on day 20, with addresses stored for %d days',
    async (days) => {
      process.env.SETTINGS = JSON.stringify(stage('local', 3000, { auditAddressRetentionDays: days }));
      const tenant = await newTenant();
      await someChanges(tenant);
      const stream = streamOf(harness);
      expect(await processStreamRecords(stream)).toEqual([]);
      const first = tale(await auditLog(tenant));
      advanceTime(20 * 86_400_000);
      for (const item of harness.table.items()) {
        if (Number(item.expires_at_seconds) * 1000 <= Date.now()) harness.table.remove(item);
      }
      expect(await processStreamRecords(stream)).toEqual([]);
      process.env.SETTINGS = JSON.stringify(stage('local'));
      expect(tale(await auditLog(tenant))).toEqual(first);
    },
  );

  it('has a change once whose writer was killed after its claim, also when hundreds of entries followed', async () => {
    const tenant = await newTenant();
    await followStream(harness);
    harness.table.forgetChanges();
    await newContent(tenant, { title: 'Late' });
    const late = streamOf(harness);
    harness.table.fault = (command, { Item: item }) =>
      command === 'PutCommand' && (item as Item).entity === 'AuditEntry' ? sdkError('InternalServerError') : null;
    expect(await processStreamRecords(late)).not.toEqual([]);
    harness.table.fault = null;
    harness.table.forgetChanges();
    for (let number = 0; number <= CLAIM_SPAN; number++) await newContent(tenant);
    await followStream(harness);
    const before = (await auditLog(tenant)).length;
    expect(before).toBeGreaterThan(CLAIM_SPAN);
    for (let time = 1; time <= 3; time++) {
      expect(await processStreamRecords(late)).toEqual([]);
      harness.table.forgetChanges();
      for (let number = 0; number <= CLAIM_SPAN; number++) await newContent(tenant);
      await followStream(harness);
    }
    const titles = (await auditLog(tenant)).map((entry) => fieldsOf(entry).title?.[1]);
    expect(titles.filter((title) => title === 'Late')).toHaveLength(1);
    expect(titles[before]).toBe('Late');
  });

  it('has its head at the newest entry after a writer was killed between the two', async () => {
    const tenant = await newTenant();
    await newContent(tenant);
    harness.table.fault = (command, { Item: item }) =>
      command === 'PutCommand' && (item as Item).entity === 'AuditHead' ? sdkError('InternalServerError') : null;
    const stream = streamOf(harness);
    expect(await processStreamRecords(stream)).not.toEqual([]);
    harness.table.fault = null;
    expect(await processStreamRecords(stream)).toEqual([]);
    const { head, valid, complete } = await verified(tenant);
    expect({ head: head.number, valid, complete }).toEqual({ head: 4, valid: true, complete: true });
  });

  it.each(['before it acts', 'after it has acted'])(
    'is complete when its writer is killed at any command, %s',
    async (when) => {
      const tenant = await newTenant();
      await someChanges(tenant);
      const stream = streamOf(harness).filter(({ dynamodb }) => dynamodb?.NewImage?.entity?.S !== 'AuditEntry');
      await processStreamRecords(stream);
      const whole = tale(await auditLog(tenant));
      expect(whole.length).toBeGreaterThan(7);
      for (let n = 1, isReached = true; isReached; n++) {
        forgetLog();
        if (when === 'before it acts') {
          const kill = killAt(harness.table, n);
          await processStreamRecords(stream).catch(() => {});
          isReached = kill.reached();
        } else {
          isReached = await loseAnswersFrom(n, () => processStreamRecords(stream));
        }
        harness.table.fault = null;
        harness.table.failAfterWrite = null;
        await processStreamRecords(stream);
        expect(tale(await auditLog(tenant)), `killed at command ${n}`).toEqual(whole);
        expect(await verified(tenant)).toMatchObject({ valid: true, complete: true });
      }
    },
  );

  /** The table without its audit log, as if nothing had been processed. */
  function forgetLog(): void {
    const changes = harness.table.items().filter(({ entity }) => /^Audit/.test(String(entity)));
    for (const item of changes) harness.table.remove(item);
  }

  /** Lose the responses of the table's commands from the `n`th on. True when there were that many. */
  async function loseAnswersFrom(n: number, work: () => Promise<unknown>): Promise<boolean> {
    let commands = 0;
    harness.table.failAfterWrite = () => {
      commands += 1;
      return commands >= n ? new Error('The worker was killed.') : null;
    };
    await work().catch(() => {});
    return commands >= n;
  }

  it('has five hundred concurrent changes of one workspace, each once, from two writers in batches of a hundred', async () => {
    const tenant = await newTenant();
    await Promise.all(
      Array.from({ length: 500 }, (_, number) => callApi('content.create', createA(tenant, `Item ${number}`))),
    );
    const stream = streamOf(harness);
    const parts = Array.from({ length: Math.ceil(stream.length / 100) }, (_, part) =>
      stream.slice(part * 100, part * 100 + 100),
    );
    const failed = await Promise.all([...parts, ...parts.toReversed()].map((part) => processStreamRecords(part)));
    expect(failed.flat()).toEqual([]);
    const log = await auditLog(tenant);
    const titles = log.flatMap((entry) => fieldsOf(entry).title?.[1] ?? []);
    expect(new Set(titles)).toEqual(new Set(Array.from({ length: 500 }, (_, number) => `Item ${number}`)));
    expect(titles).toHaveLength(500);
    expect(log.map(({ number }) => number)).toEqual(log.map((_, index) => index + 1));
    expect(await verified(tenant)).toMatchObject({ valid: true, complete: true, checked: log.length });
  });

  it('preserves the order of the changes of one resource', async () => {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { title: '0' });
    for (const title of ['1', '2', '3', '4']) {
      await callApi('content.update', { token: tenant.token, params: { id }, body: { title } });
    }
    await followStream(harness);
    const titles = (await auditLog(tenant)).flatMap((entry) => fieldsOf(entry).title?.[1] ?? []);
    expect(titles).toEqual(['0', '1', '2', '3', '4']);
  });

  it('has no part of a batch that could not be appended, and the failed changes are reported', async () => {
    const tenant = await newTenant();
    await newContent(tenant);
    const stream = streamOf(harness);
    harness.table.fault = (command) => (command === 'TransactWriteCommand' ? sdkError('InternalServerError') : null);
    const failed = await processStreamRecords(stream);
    harness.table.fault = null;
    const audited = stream.filter(({ dynamodb }) =>
      /^(Workspace|Key|Member|Content)$/.test(dynamodb?.NewImage?.entity?.S ?? ''),
    );
    expect(failed).toEqual(expect.arrayContaining(audited.map(({ dynamodb }) => dynamodb!.SequenceNumber)));
    expect(await auditLog(tenant)).toEqual([]);
  });

  it('belongs to one workspace', async () => {
    const [one, other] = [await newTenant(), await newTenant()];
    await newContent(one);
    await followStream(harness);
    const about = (entries: AuditEntry[]) => entries.filter(({ resource }) => resource.type === 'content').length;
    expect([about(await auditLog(one)), about(await auditLog(other))]).toEqual([1, 0]);
    expect([await verified(one), await verified(other)]).toMatchObject([{ valid: true }, { valid: true }]);
  });
});
