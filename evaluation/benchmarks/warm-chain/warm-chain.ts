import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { newContent } from '../../../lib/content/rules/content-update.ts';
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
import { type RunProcess, startRunProcess } from '../run-process.ts';

const ROUNDS = 20;
const REQUESTS = 1_000;
const WARM_UP = 4_000;
const PROGRAM = join(import.meta.dirname, 'warm-process.ts');
const ROOT = resolve(import.meta.dirname, '../../..');
const OPERATIONS = [
  { name: 'content/get', peerExport: 'handler', goal: atMost(1) },
  { name: 'content/create', peerExport: 'creating', goal: atMost(1.5) },
];

/**
 * Measure the CPU time of a warm request, from the event to the response, beside middy with Powertools' logger and
 * metrics and zod. Each handler is in a process of its own, and the same replacement answers its table from memory.
 */
export async function measureWarmChain(): Promise<Map<string, Comparison[]>> {
  const { folder: peersFolder } = await buildPeers();
  const folder = mkdtempSync(join(tmpdir(), 'content-intelligence-bench-'));
  const stack = await startSampleStack(folder, await freePort(), cancelledItem);
  const started: RunProcess[] = [];
  try {
    const instances = sampleInstances(stack.outdir, stack);
    const measured = new Map<string, Comparison[]>();
    for (const { name, peerExport } of OPERATIONS) {
      const { env } = instances.get(name)!;
      const event = requestOf(name);
      const start = (file: string, exportName: string, of: Record<string, string>, SDK_FOLDER: string) => {
        const process = startRunProcess(PROGRAM, [file, exportName, event], { ...of, SDK_FOLDER });
        started.push(process);
        return process;
      };
      const peer = () => start(join(peersFolder, 'middy-powertools.js'), peerExport, peerEnvironment(env), peersFolder);
      const [baseline, again, own] = [
        peer(),
        peer(),
        start(join(ROOT, 'functions', `${name}.ts`), 'handler', env, ROOT),
      ];
      for (const each of [baseline, again, own]) await each.run(String(WARM_UP));
      const subjects = [
        { name: 'the baseline again', run: () => again.run(String(REQUESTS)) },
        { name: `\`${name}\``, run: () => own.run(String(REQUESTS)) },
      ];
      measured.set(name, await compareInterleaved(() => baseline.run(String(REQUESTS)), subjects, ROUNDS));
    }
    return measured;
  } finally {
    for (const { stop } of started) stop();
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
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

/** The request to read that item, or to create a draft without a key: the peer stores neither response nor schedule. */
function requestOf(name: string): string {
  const event = readEvent(name) as { headers: Record<string, string>; body?: string; pathParameters?: { id: string } };
  delete event.headers['idempotency-key'];
  if (event.pathParameters) event.pathParameters.id = CANCELLED;
  if (event.body)
    event.body = JSON.stringify({ ...JSON.parse(event.body), platforms: ['twitter'], scheduled_at: undefined });
  return JSON.stringify(event);
}

/** Render the table of the warm requests. */
export function renderWarmChain(measured: Map<string, Comparison[]>): string {
  const rows = OPERATIONS.flatMap(({ name, goal }) =>
    measured.get(name)!.map((each, index) => {
      const microseconds = ((1000 * each.cpuMs) / REQUESTS).toFixed(0);
      const request = index === 0 ? `the peer again, as \`${name}\`` : each.name;
      return [request, renderRatio(each.cpu), microseconds, ...goalCells(each.cpu.median, index === 0 ? null : goal)];
    }),
  );
  return table(['request', 'CPU, × peer', 'CPU, µs', 'goal', 'met'], rows);
}
