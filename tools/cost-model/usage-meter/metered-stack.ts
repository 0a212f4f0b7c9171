import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Write } from '../../../lib/core/table/commit.ts';
import { DEFAULT_MEMORY_MB, toMemoryMb } from '../../../lib/stack/function-memory.ts';
import { synthesizeCached } from '../../local-stack/assembly-cache.ts';
import { callDynamodb } from '../../local-stack/dynamodb.ts';
import { freePort } from '../../local-stack/http.ts';
import { putItems, tableClient } from '../../local-stack/seed.ts';
import type { StreamRecord } from '../../local-stack/shard-reader.ts';
import type { EncryptSecrets } from '../../local-stack/simulator-accounts.ts';
import { simulatorAppWrites } from '../../local-stack/simulator-apps.ts';
import { startStack } from '../../local-stack/stack-runner.ts';
import { runSteps, stepMessages } from '../../local-stack/step-messages.ts';
import { matches, readPatterns } from '../../local-stack/stream-filter.ts';
import { loadTemplate } from '../../local-stack/template.ts';
import { createSimulator } from '../../simulator/simulator.ts';
import { addUsage, NO_USAGE, type Usage } from '../usage.ts';
import { logBytes } from './log-bytes.ts';
import { createMeter, type MeteredCall, READS, WRITES } from './meter.ts';

/** The idle service with every call of its functions metered: only the work of a count runs. */
export interface MeteredStack {
  url: string;
  table: DynamoDBDocumentClient;
  tableName: string;
  seed: (writes: Write[]) => Promise<void>;
  /** Encrypts what is seeded, as the functions would. */
  encryptSecrets: EncryptSecrets;
  /** Runs some work and returns its usage. */
  measure: (work: () => Promise<unknown>) => Promise<Usage>;
  /** Measures only the calls that `only` selects. */
  measureOnly: (only: (calls: MeteredCall[]) => MeteredCall[], work: () => Promise<unknown>) => Promise<Usage>;
  /** A request over HTTP. Throws when it is answered with another status than `status`. */
  request: (status: number, method: string, path: string, options: RequestOptions) => Promise<unknown>;
  invoke: (name: string, event: unknown) => Promise<unknown>;
  /** Hands the changes of the stream to its function, those of one item one by one, or `batched` as under load, and runs the steps that it queues. */
  consumeStream: (how?: 'batched') => Promise<StreamRecord[]>;
  /** Lets the stream's news pass unread. */
  skipStream: () => Promise<void>;
  stop: () => Promise<void>;
}

export interface RequestOptions {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** `proxy` stands between meter and services. `countsUsage`: as of a stage; false by default. */
interface MeteredStackOptions {
  proxy?: (endpoint: string) => Promise<string>;
  countsUsage?: boolean;
}

/** Start a metered stack in a temporary folder, which is deleted with it. */
export async function startMeteredStack({
  proxy = async (endpoint) => endpoint,
  countsUsage = false,
}: MeteredStackOptions = {}): Promise<MeteredStack> {
  const folder = mkdtempSync(join(tmpdir(), 'content-intelligence-meter-'));
  const port = await freePort();
  const outdir = join(folder, 'cdk.out');
  const simulator = createSimulator({ ledgerPath: ':memory:' });
  const meter = createMeter();
  let counted: Usage = NO_USAGE;
  const add = (units: Partial<Usage>) => {
    counted = addUsage(counted, { ...NO_USAGE, ...units });
  };
  // With the alarms of production, because its sweep sends a heartbeat.
  await synthesizeCached(outdir, port, { hasAlarms: true, alarmEmail: 'none', countsUsage });
  let encryptSecrets: EncryptSecrets | undefined;
  const service = await startStack({
    port,
    folder,
    outdir,
    triggersPaused: true,
    proxyEndpoint: async (endpoint) => meter.proxyEndpoint(await proxy(endpoint)),
    onTableReady: async (_table, given) => {
      encryptSecrets = given;
    },
    interceptRequest: (request, response) => {
      if (request.url?.startsWith('/_simulator/')) add({ platformCalls: 1 });
      if (request.url?.startsWith('/_inbox/')) add({ receiverCalls: 1 });
      return simulator.handle(request, response);
    },
  });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const { dynamodbUrl: endpoint, tableName, url, awsUrl } = service;
  const table = tableClient({ endpoint, region: 'us-east-1', tableName, credentials });
  await putItems(table, tableName, simulatorAppWrites(encryptSecrets!, Date.now()));
  const patterns = streamPatterns(outdir, { url, awsUrl });
  const stream = readStream(endpoint, tableName);
  const takeSteps = stepMessages(service.template, awsUrl);

  const invoke = async (name: string, event: unknown) => {
    add({ invocations: 1, memoryMb: toMemoryMb(name) });
    const answer = await service.invoke(name, event);
    const { batchItemFailures } = (answer ?? {}) as { batchItemFailures?: unknown[] };
    if (batchItemFailures?.length) throw new Error(`${name} failed: see its log in ${folder}/logs.`);
    return answer;
  };

  const countOnly: MeteredStack['measureOnly'] = async (only, work) => {
    meter.takeCalls();
    counted = NO_USAGE;
    const before = await logBytes(join(folder, 'logs'));
    await work();
    const after = await logBytes(join(folder, 'logs'));
    return addUsage(counted, ...only(meter.takeCalls()).map(toUsage), {
      ...NO_USAGE,
      logBytes: after - before,
    });
  };

  const stack: MeteredStack = {
    url,
    table,
    tableName,
    seed: (writes) => putItems(table, tableName, writes),
    encryptSecrets: encryptSecrets!,
    measureOnly: countOnly,
    measure: (work) => countOnly((calls) => calls, work),
    request: async (status, method, path, { token, body, headers = {} }) => {
      add({ requests: 1, invocations: 1, memoryMb: DEFAULT_MEMORY_MB });
      const response = await fetch(`${url}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      if (response.status !== status) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      // The bytes transferred: a file is compressed, and `text` is not.
      add({ bytesOut: Number(response.headers.get('content-length') ?? Buffer.byteLength(text)) });
      return /json$/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text;
    },
    invoke,
    consumeStream: async (how) => {
      const followed: StreamRecord[] = [];
      for (let news = await stream.read(); news.length > 0; news = await stream.read()) {
        const wanted = news.filter((record) => matches(patterns, record));
        const isBatched = how === 'batched' && wanted.length > 0;
        for (const Records of isBatched ? [wanted] : splitByItem(wanted)) await invoke('on-table-change', { Records });
        await runSteps(takeSteps, invoke);
        followed.push(...news);
      }
      return followed;
    },
    skipStream: async () => {
      while ((await stream.read()).length > 0);
    },
    stop: async () => {
      table.destroy();
      await service.stop();
      meter.stop();
      simulator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return stack;
}

function toUsage({ operation, reads, writes, indexWrites, messages }: MeteredCall): Usage {
  return {
    ...NO_USAGE,
    reads,
    writes,
    indexWrites,
    messages,
    readCalls: READS.has(operation) ? 1 : 0,
    writeCalls: WRITES.has(operation) ? 1 : 0,
    sendCalls: operation.startsWith('SendMessage') ? 1 : 0,
    timerCalls: operation.endsWith('schedule') ? 1 : 0,
    keyCalls: operation === 'Encrypt' || operation === 'Decrypt' ? 1 : 0,
    emails: operation === 'SendEmail' ? 1 : 0,
  };
}

/** Split records into batches that hold no item twice, in order. */
function splitByItem(records: StreamRecord[]): StreamRecord[][] {
  const batches: StreamRecord[][] = [];
  const changes = new Map<string, number>();
  for (const record of records) {
    const { pk, sk } = record.dynamodb.Keys as Record<string, { S: string }>;
    const item = `${pk!.S}\n${sk!.S}`;
    const change = changes.get(item) ?? 0;
    changes.set(item, change + 1);
    batches[change] ??= [];
    batches[change].push(record);
  }
  return batches;
}

/** The filter between the table's stream and its function. */
function streamPatterns(outdir: string, urls: { url: string; awsUrl: string }) {
  const mappings = loadTemplate(outdir, urls).ofType('AWS::Lambda::EventSourceMapping');
  const filtered = mappings.filter(({ properties }) => properties.FilterCriteria);
  if (filtered.length !== 1) throw new Error('Expected one event source with a filter: the table’s stream.');
  const { id, properties } = filtered[0]!;
  return readPatterns(id, (properties.FilterCriteria as { Filters: { Pattern: string }[] }).Filters);
}

/** Read the single shard of the local stream from its start; an empty response is its current end. */
function readStream(endpoint: string, tableName: string) {
  const call = <T>(operation: string, input: object) =>
    callDynamodb<T>(endpoint, `DynamoDBStreams_20120810.${operation}`, input);
  let iterator: string | undefined;

  async function open(): Promise<string> {
    const { Streams } = await call<{ Streams: { StreamArn: string }[] }>('ListStreams', {
      TableName: tableName,
    });
    const StreamArn = Streams.at(-1)!.StreamArn;
    type Description = { StreamDescription: { Shards: { ShardId: string }[] } };
    const { StreamDescription } = await call<Description>('DescribeStream', { StreamArn });
    const input = { StreamArn, ShardId: StreamDescription.Shards[0]!.ShardId };
    const opened = await call<{ ShardIterator: string }>('GetShardIterator', {
      ...input,
      ShardIteratorType: 'TRIM_HORIZON',
    });
    return opened.ShardIterator;
  }

  return {
    /** The next records, at most a batch of the function on the stream. */
    read: async (): Promise<StreamRecord[]> => {
      iterator ??= await open();
      type Page = { Records: StreamRecord[]; NextShardIterator: string };
      const page = await call<Page>('GetRecords', { ShardIterator: iterator, Limit: 100 });
      iterator = page.NextShardIterator;
      return page.Records;
    },
  };
}
