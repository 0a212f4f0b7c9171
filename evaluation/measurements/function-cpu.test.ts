import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toMemoryMb, VCPU_MEMORY_MB } from '../../lib/stack/function-memory.ts';
import { synthesizeCached } from '../../tools/local-stack/assembly-cache.ts';
import { callDynamodb } from '../../tools/local-stack/dynamodb.ts';
import { freePort } from '../../tools/local-stack/http.ts';
import { readEvent } from '../../tools/local-stack/invoke-sample.ts';
import { sampleWrites } from '../../tools/local-stack/sample-data.ts';
import { putItems, tableClient } from '../../tools/local-stack/seed.ts';
import { type RunningStack, startStack } from '../../tools/local-stack/stack-runner.ts';
import { type MeasuredFunction, startMeasuredFunction } from '../benchmarks/cpu/measured-function.ts';

// CPU time per invocation, of all functions on one machine. Lambda gives a function CPU in proportion to
// its memory, so a function with more CPU per invocation than a request needs more memory for the same duration.

const BATCH = 100;
/** Items whose changes fill several batches of the stream. */
const CREATED = 250;
const WARM_UP = 10;
const MEASURED = 20;
const SCHEDULED_JOBS = ['on-sweep-due', 'on-metric-polls-due', 'on-refresh-due'];

const folder = mkdtempSync(join(tmpdir(), 'function-cpu-'));
const outdir = join(folder, 'cdk.out');
const started: MeasuredFunction[] = [];
let service: RunningStack;

beforeAll(async () => {
  const port = await freePort();
  await synthesizeCached(outdir, port);
  service = await startStack({
    port,
    folder,
    outdir,
    triggersPaused: true,
    onTableReady: async (table, encryptSecrets) => {
      const client = tableClient(table);
      await putItems(client, table.tableName, sampleWrites(Date.now(), `http://127.0.0.1:${port}`, encryptSecrets));
      client.destroy();
    },
  });
});

afterAll(async () => {
  for (const each of started) each.stop();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

function start(name: string): MeasuredFunction {
  const measured = startMeasuredFunction(name, outdir, service);
  started.push(measured);
  return measured;
}

/** The median of the CPU time of events, after the function has run some. */
async function medianCpuMs(name: string, events: unknown[], warmUp: number): Promise<number> {
  const { invoke } = start(name);
  const cpuMs: number[] = [];
  for (const event of events) cpuMs.push((await invoke(event)).cpuMs);
  return cpuMs.slice(warmUp).sort((one, other) => one - other)[Math.floor((events.length - warmUp) / 2)]!;
}

const requestsTo = (name: string) => Array.from({ length: WARM_UP + MEASURED }, () => readEvent(name));

/** Read every change of the table, in batches as the stream worker receives them. */
async function readBatches(): Promise<unknown[]> {
  const call = <T>(operation: string, input: object) =>
    callDynamodb<T>(service.dynamodbUrl, `DynamoDBStreams_20120810.${operation}`, input);
  const { Streams } = await call<{ Streams: { StreamArn: string }[] }>('ListStreams', { TableName: service.tableName });
  const { StreamArn } = Streams.at(-1)!;
  type Description = { StreamDescription: { Shards: { ShardId: string }[] } };
  const { StreamDescription } = await call<Description>('DescribeStream', { StreamArn });
  const { ShardId } = StreamDescription.Shards[0]!;
  const from = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
  let { ShardIterator } = await call<{ ShardIterator: string }>('GetShardIterator', from);
  const followed: { dynamodb: { NewImage?: { entity?: { S: string } } } }[] = [];
  for (;;) {
    type Page = { Records: typeof followed; NextShardIterator: string };
    const page = await call<Page>('GetRecords', { ShardIterator, Limit: BATCH });
    if (page.Records.length === 0) break;
    const kinds = ['Content', 'ScheduleEntry', 'Event', 'Delivery'];
    followed.push(...page.Records.filter(({ dynamodb }) => kinds.includes(dynamodb.NewImage?.entity?.S ?? '')));
    ShardIterator = page.NextShardIterator;
  }
  const count = Math.floor(followed.length / BATCH);
  return Array.from({ length: count }, (_, index) => ({ Records: followed.slice(index * BATCH, (index + 1) * BATCH) }));
}

test('the memory of a function follows from its CPU per invocation', async () => {
  const cpuMs: Record<string, number> = {};
  for (const name of ['content/get', 'content/list', 'content/create', 'analytics/trends']) {
    cpuMs[name] = await medianCpuMs(name, requestsTo(name), WARM_UP);
  }
  const { invoke } = start('content/create');
  for (let made = 0; made < CREATED; made++) await invoke(scheduledContent(made));
  const batches = await readBatches();
  expect(batches.length).toBeGreaterThanOrEqual(6);
  cpuMs['on-table-change'] = await medianCpuMs('on-table-change', batches, 3);
  for (const job of SCHEDULED_JOBS) cpuMs[job] = await medianCpuMs(job, requestsTo(job).slice(0, 5), 2);

  const rows = Object.entries(cpuMs).map(([name, cpu]) => {
    const memoryMb = toMemoryMb(name);
    return { name, cpu, memoryMb, seconds: (cpu / 1000) * Math.max(1, VCPU_MEMORY_MB / memoryMb) };
  });
  for (const { name, cpu, memoryMb, seconds } of rows) {
    console.log(`${name}: ${cpu.toFixed(1)} ms of CPU, ${(1000 * seconds).toFixed(0)} ms at ${memoryMb} MB`);
  }
  // The next batch of a shard waits for this one; requests run in parallel.
  expect(cpuMs['on-table-change']! / cpuMs['content/get']!).toBeGreaterThan(5);
  expect(toMemoryMb('on-table-change')).toBe(VCPU_MEMORY_MB);
  for (const name of ['content/get', 'content/list']) expect(cpuMs[name]!).toBeLessThan(cpuMs['on-table-change']! / 5);
}, 300_000);

/** The sample request that creates an item, with a time and a text of its own: its changes have every kind of consequence. */
function scheduledContent(number: number): unknown {
  const event = readEvent('content/create') as { headers: Record<string, string>; body: string };
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
  delete event.headers['idempotency-key'];
  return { ...event, body: JSON.stringify({ ...JSON.parse(event.body), description: `Post ${number}`, scheduled_at }) };
}
