import { table } from '../../../tools/markdown/markdown.ts';
import { atMost, type Goal, goalCells } from '../goal.ts';
import { type Comparison, compareInterleaved, type Run, renderRatio } from '../interleave.ts';
import { createMatcher } from '../recording/nearest-exchange.ts';
import type { RecordedFunction, Recordings } from '../recording/sample-functions.ts';
import { startInstance } from './instance.ts';

const ROUNDS = 12;
/** Functions with a goal of their own. */
const LARGE = /^(content\/create|on-publish-due\/.*|on-table-change)$/;

const PEERS: [string, string][] = [
  ['the baseline again', 'stock-sdk'],
  ['stock SDK, five calls', 'stock-sdk-five-calls'],
  ['middy, Powertools logger and metrics, zod; credentials from the environment; one call', 'middy-powertools'],
  ['hono, zod-openapi; one call', 'hono-zod-openapi'],
];

/**
 * Measure the cold start of the recorded functions beside the peers: loading the bundle and the first invocation, in a
 * process of its own, against recorded responses over TLS. The start of Node.js itself is not part of it.
 */
export async function measureColdStarts(recordings: Recordings): Promise<Comparison[]> {
  const { peers, functions } = recordings;
  const baseline = peers.get('stock-sdk')!;
  const subjects = [
    ...PEERS.map(([name, file]) => ({ name, subject: peers.get(file)! })),
    ...functions.map((subject) => ({ name: `\`${subject.name}\``, subject })),
  ].map(({ name, subject }) => ({ name, run: () => startOnce(recordings, subject) }));
  for (const { run } of subjects) await run();
  return compareInterleaved(() => startOnce(recordings, baseline), subjects, ROUNDS);
}

/** Start a function against its recorded responses. Throws when its result is not the recorded one. */
async function startOnce({ stub }: Recordings, subject: RecordedFunction): Promise<Run> {
  const find = createMatcher(subject.exchanges);
  stub.answerWith(async (request) => {
    try {
      return find(request);
    } catch (error) {
      throw new Error(`${subject.name}: ${error}`);
    }
  });
  const { status, failures, ...run } = await startInstance(subject, subject.recordedAtMs);
  if (status !== subject.status || failures > 0) throw new Error(`${subject.name} failed on its recorded responses.`);
  return run;
}

/** Render the table of the cold starts. */
export function renderColdStarts(measured: Comparison[]): string {
  const rows = measured.map((each) => {
    const { name, cpu, wall, cpuMs, wallMs } = each;
    const times = [renderRatio(cpu), renderRatio(wall), cpuMs.toFixed(0), wallMs.toFixed(0)];
    return [name, ...times, ...goalCells(Math.max(cpu.median, wall.median), goalOf(name))];
  });
  return table(['function', 'CPU, × baseline', 'elapsed, × baseline', 'CPU, ms', 'elapsed, ms', 'goal', 'met'], rows);
}

function goalOf(name: string): Goal | null {
  const file = /^`(.*)`$/.exec(name)?.[1];
  if (file === undefined) return null;
  if (LARGE.test(file)) return atMost(1.25);
  return file.startsWith('on-') ? null : atMost(1.05);
}
