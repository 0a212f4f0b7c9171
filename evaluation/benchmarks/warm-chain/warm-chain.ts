import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { newContent } from '../../../lib/content/rules/change/new-content.ts';
import { contentWrites } from '../../../lib/content/store/contents.ts';
import type { Write } from '../../../lib/core/table/commit.ts';
import { freePort } from '../../../tools/local-stack/http.ts';
import { readEvent } from '../../../tools/local-stack/invoke-sample.ts';
import { table } from '../../../tools/markdown/markdown.ts';
import { atMost, goalCells } from '../goal.ts';
import { type Comparison, compareInterleaved, renderRatio } from '../interleave.ts';
import { peerEnvironment } from '../peer-environment.ts';
import { buildPeers } from '../peers.ts';
import { sampleInstances, startSampleStack } from '../recording/sample-stack.ts';
import { startRunProcess } from '../run-process.ts';

const ROUNDS = 20;
const REQUESTS = 1_000;
const WARM_UP = 4_000;
const PROGRAM = join(import.meta.dirname, 'warm-process.ts');
const ROOT = resolve(import.meta.dirname, '../../..');
/** What a handler is measured beside. Only the second peer has the duties of an endpoint, so only it has a goal. */
const PEERS = [
  { name: 'the bare peer', file: 'middy-powertools.js', hasDuties: false, goal: null },
  { name: 'the peer with duties', file: 'middy-duties.js', hasDuties: true, goal: atMost(1) },
];
const OPERATIONS = [
  { name: 'content/get', peerExport: 'handler' },
  { name: 'content/create', peerExport: 'creating' },
];
const ROWS = OPERATIONS.flatMap((operation) => PEERS.map((peer) => ({ ...operation, peer })));
type Row = (typeof ROWS)[number];

/**
 * Measure the CPU time of a warm request, from the event to the response, beside middy with Powertools' logger and
 * metrics and zod, and beside the same with the duties of an endpoint. Each handler is in a process of its own, and the
 * same replacement answers its table from memory. Returns the comparisons of each row of the table.
 */
export async function measureWarmChain(): Promise<Comparison[][]> {
  const { folder: peersFolder } = await buildPeers();
  const folder = mkdtempSync(join(tmpdir(), 'content-intelligence-bench-'));
  const stack = await startSampleStack(folder, await freePort(), cancelledItem);
  try {
    const instances = sampleInstances(stack.outdir, stack);
    const measured: Comparison[][] = [];
    for (const row of ROWS) measured.push(await measureRow(row, instances.get(row.name)!.env, peersFolder));
    return measured;
  } finally {
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureRow({ name, peerExport, peer }: Row, env: Record<string, string>, peersFolder: string) {
  const event = requestOf(name, peer.hasDuties);
  const startPeer = () => {
    const variables = { ...peerEnvironment(env), SDK_FOLDER: peersFolder };
    return startRunProcess(PROGRAM, [join(peersFolder, peer.file), peerExport, event], variables);
  };
  const file = join(ROOT, 'functions', `${name}.ts`);
  const own = startRunProcess(PROGRAM, [file, 'handler', event], { ...env, SDK_FOLDER: ROOT });
  const [baseline, again] = [startPeer(), startPeer()];
  try {
    for (const each of [baseline, again, own]) await each.run(String(WARM_UP));
    const subjects = [
      { name: `${peer.name} again, as \`${name}\``, run: () => again.run(String(REQUESTS)) },
      { name: `\`${name}\`, × ${peer.name}`, run: () => own.run(String(REQUESTS)) },
    ];
    return await compareInterleaved(() => baseline.run(String(REQUESTS)), subjects, ROUNDS);
  } finally {
    for (const { stop } of [baseline, again, own]) stop();
  }
}

/**
 * An item that reads nothing but itself, like the peer's: for one that will be sent, the accounts are read for warnings.
 */
const CANCELLED = 'cnt_01K0000000000000000000000Z';

function cancelledItem(): Write[] {
  const owner = {
    id: CANCELLED,
    workspaceId: 'ws_01K00000000000000000000000',
    userId: 'usr_01K00000000000000000000000',
  };
  const content = newContent({ title: 'Summer campaign', platforms: ['twitter'] }, owner, Date.now());
  const targets = { twitter: { ...content.targets.twitter!, status: 'cancelled' as const } };
  return contentWrites(null, { content: { ...content, status: 'cancelled', targets }, entries: [] });
}

/**
 * The request to read that item, or to create a draft. Beside the bare peer it has no `Idempotency-Key`, because that
 * peer stores no response.
 */
function requestOf(name: string, hasDuties: boolean): string {
  const event = readEvent(name) as { headers: Record<string, string>; body?: string; pathParameters?: { id: string } };
  delete event.headers['idempotency-key'];
  if (event.pathParameters) event.pathParameters.id = CANCELLED;
  if (event.body) {
    event.body = JSON.stringify({ ...JSON.parse(event.body), platforms: ['twitter'], scheduled_at: undefined });
    if (hasDuties) event.headers['idempotency-key'] = 'key';
  }
  return JSON.stringify(event);
}

/** Render the table of the warm requests. */
export function renderWarmChain(measured: Comparison[][]): string {
  const rows = measured.flatMap((comparisons, row) =>
    comparisons.map(({ name, cpu, cpuMs }, index) => {
      const microseconds = ((1000 * cpuMs) / REQUESTS).toFixed(0);
      return [
        name,
        renderRatio(cpu),
        microseconds,
        ...goalCells(cpu.median, index === 0 ? null : ROWS[row]!.peer.goal),
      ];
    }),
  );
  return table(['request', 'CPU, × peer', 'CPU, µs', 'goal', 'met'], rows);
}
