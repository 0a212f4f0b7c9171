import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Write } from '../../../lib/core/table/commit.ts';
import type { WebhookEndpoint } from '../../../lib/webhooks/rules/webhook-endpoint.ts';
import { freePort } from '../../../tools/local-stack/http.ts';
import { putItems, tableClient } from '../../../tools/local-stack/seed.ts';
import { table } from '../../../tools/markdown/markdown.ts';
import { atLeast, goalCells } from '../goal.ts';
import { type Comparison, compareInterleaved, renderRatio } from '../interleave.ts';
import { peerEnvironment } from '../peer-environment.ts';
import { buildPeers } from '../peers.ts';
import { type SampleStack, sampleInstances, startSampleStack } from '../recording/sample-stack.ts';
import { type RunProcess, startRunProcess } from '../run-process.ts';
import type { Estimate } from '../statistics.ts';
import { queuedDeliveries, receivingEndpoints } from './deliveries.ts';

const ROUNDS = 8;
/** Deliveries of a run. The peers are faster, and their runs must not be too short for a measurement. */
const OWN_RUN = 200;
const PEER_RUN = 1_500;
const WARM_UP = 300;
const PROGRAM = join(import.meta.dirname, 'dispatch-process.cjs');
const RECEIVER = join(import.meta.dirname, 'receiver-process.cjs');
const SEEDED_AT_ONCE = 16;

/**
 * Measure the CPU time per delivery of the deployed function, with the local table and a receiver in other processes,
 * beside a loop that signs and sends. Throws when the receiver did not get every delivery once.
 */
export async function measureDispatch(): Promise<Comparison[]> {
  const { bundleOf } = await buildPeers();
  const folder = mkdtempSync(join(tmpdir(), 'content-intelligence-bench-'));
  const receiver = fork(RECEIVER);
  const [port] = (await once(receiver, 'message')) as [number];
  const url = `http://127.0.0.1:${port}/hook`;
  const processes: RunProcess[] = [];
  const start = (file: string, exportName: string, env: Record<string, string>) => {
    const started = startRunProcess(PROGRAM, [file, exportName], env);
    processes.push(started);
    return started;
  };
  let endpoints: WebhookEndpoint[] = [];
  const stack = await startSampleStack(folder, await freePort(), (encryptSecrets) => {
    const receiving = receivingEndpoints(url, encryptSecrets);
    endpoints = receiving.endpoints;
    return receiving.writes;
  });
  try {
    const { file, exportName, env } = sampleInstances(stack.outdir, stack).get('on-delivery-queued')!;
    const peerFile = bundleOf('bare-dispatch');
    const peerEnv = peerEnvironment(env);
    const [bare, again, writing] = ['handler', 'handler', 'withWrite'].map((name) => start(peerFile, name, peerEnv));
    const peerRun = JSON.stringify(Array.from({ length: PEER_RUN }, () => peerMessage(url)));
    const own = start(file, exportName, env);
    const { writes, messages } = queuedDeliveries(endpoints, WARM_UP + ROUNDS * OWN_RUN);
    await seed(stack, writes);
    const runOwn = (count: number) => own.run(JSON.stringify(messages.splice(0, count)));
    await runOwn(WARM_UP);
    for (const peer of [bare, again, writing]) await peer!.run(peerRun);
    const before = await countReceived(url);
    const compared = await compareInterleaved(
      () => bare!.run(peerRun),
      [
        { name: 'the loop again', run: () => again!.run(peerRun) },
        { name: 'the loop, one write of the table for each attempt', run: () => writing!.run(peerRun) },
        { name: '`on-delivery-queued`', run: () => runOwn(OWN_RUN) },
      ],
      ROUNDS,
    );
    const expected = ROUNDS * OWN_RUN + (3 * ROUNDS + 1) * PEER_RUN;
    const received = (await countReceived(url)) - before;
    if (received !== expected) throw new Error(`The receiver got ${received} of ${expected} deliveries.`);
    return compared;
  } finally {
    for (const { stop } of processes) stop();
    receiver.kill();
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function seed({ dynamodbUrl, tableName }: SampleStack, writes: Write[]): Promise<void> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = tableClient({ endpoint: dynamodbUrl, region: 'us-east-1', tableName, credentials });
  const share = Math.ceil(writes.length / SEEDED_AT_ONCE);
  const shares = Array.from({ length: SEEDED_AT_ONCE }, (_, index) => writes.slice(index * share, (index + 1) * share));
  await Promise.all(shares.map((each) => putItems(client, tableName, each)));
  client.destroy();
}

/** A message of the loop: the bytes of an event of the same size, and a secret. */
function peerMessage(url: string) {
  const data = { title: 'Summer campaign', description: 'Our summer campaign starts tomorrow. '.repeat(12) };
  const id = 'evt_01K00000000000000000000000';
  const payload = JSON.stringify({ id, type: 'content.created', timestamp: new Date().toISOString(), data });
  return {
    url,
    id,
    delivery_id: 'dlv_01K00000000000000000000000',
    payload,
    secret: Buffer.alloc(32, 7).toString('base64'),
  };
}

async function countReceived(url: string): Promise<number> {
  return Number(await (await fetch(url)).text());
}

/** Render the table of the dispatch: deliveries per CPU second, relative to the loop. */
export function renderDispatch(measured: Comparison[]): string {
  const rows = measured.map(({ name, cpu, cpuMs }) => {
    const speed = invert(cpu);
    const goal = name.startsWith('`') ? atLeast(0.2) : null;
    return [name, renderRatio(speed, 3), (1000 / cpuMs).toFixed(0), ...goalCells(speed.median, goal)];
  });
  return table(['function', 'deliveries per CPU second, × loop', 'deliveries per CPU second', 'goal', 'met'], rows);
}

function invert({ median, low, high }: Estimate): Estimate {
  return { median: 1 / median, low: 1 / high, high: 1 / low };
}
