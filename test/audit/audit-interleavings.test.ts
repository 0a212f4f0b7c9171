import { AsyncLocalStorage } from 'node:async_hooks';
import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it, vi } from 'vitest';
import { CLAIM_SPAN } from '../../lib/audit/store/audit-claims.ts';
import { appendToAuditLog } from '../../lib/audit/store/audit-log-writer.ts';
import type { Item } from '../../lib/core/table/schema.ts';
import { auditLog, streamOf, verified } from '../functions/audit-log.ts';
import { newContent } from '../functions/resources.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { setupWorkers } from '../functions/worker-harness.ts';

const harness = setupWorkers();

const writerOf = new AsyncLocalStorage<number>();

/**
 * Run writers whose commands take turns: `choices` says at each step whether the same writer goes on (0) or another one,
 * and the same one does after the last choice. Returns how many there were to choose from at each step.
 */
async function runInTurns(writers: (() => Promise<unknown>)[], choices: number[]): Promise<number[]> {
  const waiting = new Map<number, () => void>();
  let running = writers.length;
  let changed = Promise.withResolvers<void>();
  harness.table.latency = () =>
    new Promise((resume) => {
      waiting.set(writerOf.getStore()!, resume);
      changed.resolve();
    });
  const all = writers.map((write, index) =>
    writerOf.run(index, write).finally(() => {
      running -= 1;
      changed.resolve();
    }),
  );
  const widths: number[] = [];
  let last = 0;
  while (running > 0) {
    if (waiting.size < running) {
      await changed.promise;
      changed = Promise.withResolvers();
      continue;
    }
    const ready = [...waiting.keys()].sort((a, b) => Number(b === last) - Number(a === last));
    const next = ready[choices[widths.length] ?? 0]!;
    last = next;
    widths.push(ready.length);
    const resume = waiting.get(next)!;
    waiting.delete(next);
    resume();
  }
  harness.table.latency = null;
  await Promise.all(all);
  return widths;
}

/** Call `run` with every sequence of choices with at most `maxSwitches` between writers. Returns their number. */
async function everySchedule(maxSwitches: number, run: (choices: number[]) => Promise<number[]>): Promise<number> {
  let choices: number[] = [];
  for (let count = 1; ; count++) {
    const widths = await run(choices);
    const made = widths.map((_, step) => choices[step] ?? 0);
    const switchesBefore = (at: number) => made.slice(0, at).filter((choice) => choice > 0).length;
    const step = made.findLastIndex((choice, at) => choice < widths[at]! - 1 && switchesBefore(at) < maxSwitches);
    if (step < 0) return count;
    choices = [...made.slice(0, step), made[step]! + 1];
  }
}

const recordOf = async (tenant: Tenant, title: string): Promise<DynamoDBRecord> => {
  harness.table.forgetChanges();
  await newContent(tenant, { title });
  const isContent = ({ dynamodb }: DynamoDBRecord) => dynamodb?.NewImage?.entity?.S === 'Content';
  return streamOf(harness).find(isContent)!;
};

describe('two writers of one audit log, in every order of their commands', () => {
  const write = async (record: DynamoDBRecord) =>
    expect(await appendToAuditLog([record], Date.now())).toEqual(new Map());

  it.each<[string, { isClaimed?: true; following?: number; isSame?: true; maxSwitches?: number }]>([
    ['append two changes', {}],
    ['append the same change once', { isSame: true }],
    ['append a change once that was claimed before', { isClaimed: true, isSame: true }],
    [
      'append a change once whose claim has to move',
      { isClaimed: true, following: CLAIM_SPAN, isSame: true, maxSwitches: 3 },
    ],
  ])('%s', async (_, { isClaimed = false, following = 0, isSame = false, maxSwitches = 99 }) => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const tenant = await newTenant();
    const one = await recordOf(tenant, 'one');
    const other = isSame ? one : await recordOf(tenant, 'other');
    const others: DynamoDBRecord[] = [];
    for (let made = 0; made < following; made++) others.push(await recordOf(tenant, 'between'));
    const isAudit = ({ entity }: Item) => /^Audit/.test(String(entity));
    const forgetLog = () => {
      for (const item of harness.table.items().filter(isAudit)) harness.table.remove(item);
    };
    let isKilled = isClaimed;
    harness.table.fault = (command, { Item: item }) =>
      isKilled && command === 'PutCommand' && (item as Item).entity === 'AuditEntry' ? new Error('Killed.') : null;
    if (isClaimed) await appendToAuditLog([one], Date.now());
    isKilled = false;
    expect(await appendToAuditLog(others, Date.now())).toEqual(new Map());
    harness.table.queryPart = 1_000;
    const start = harness.table.items().filter(isAudit);
    const schedules = await everySchedule(maxSwitches, async (choices) => {
      forgetLog();
      for (const item of start) harness.table.insert(item);
      const widths = await runInTurns([() => write(one), () => write(other)], choices);
      const log = await auditLog(tenant);
      expect(
        log.slice(following).map(({ id }) => id),
        choices.join(''),
      ).toHaveLength(isSame ? 1 : 2);
      expect(new Set(log.map(({ id }) => id)).size).toBe(log.length);
      return widths;
    });
    expect(await verified(tenant)).toMatchObject({ valid: true, complete: true });
    expect(schedules).toBeGreaterThan(100);
  });
});

describe('changes that were appended one after the other, and are delivered again together', () => {
  it('are looked up with one query, because the spans of their claims overlap', async () => {
    const tenant = await newTenant();
    const records: DynamoDBRecord[] = [];
    for (let made = 0; made < 10; made++) records.push(await recordOf(tenant, `change ${made}`));
    for (const record of records) expect(await appendToAuditLog([record], Date.now())).toEqual(new Map());
    const before = await auditLog(tenant);
    let queries = 0;
    harness.table.fault = (command) => {
      if (command === 'QueryCommand') queries += 1;
      return null;
    };
    expect(await appendToAuditLog(records, Date.now())).toEqual(new Map());
    harness.table.fault = null;
    // One for the newest entry, one for the spans.
    expect(queries).toBe(2);
    expect(await auditLog(tenant)).toEqual(before);
  });
});
