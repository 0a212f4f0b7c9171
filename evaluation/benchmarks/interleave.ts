import { type Estimate, estimateMedian } from './statistics.ts';

/** The CPU and elapsed time of one run, in milliseconds. */
export interface Run {
  cpuMs: number;
  wallMs: number;
}

/** How a subject compares with the baseline, and the medians of its own runs. */
export interface Comparison {
  name: string;
  cpu: Estimate;
  wall: Estimate;
  cpuMs: number;
  wallMs: number;
}

/** Runs between two runs of the baseline. */
const BLOCK = 5;

/**
 * Run every subject `rounds` times, interleaved with the baseline, and estimate the ratios to it. Each run is divided by
 * the mean of the baseline's runs just before and after it, so that a change of the machine's speed affects both.
 */
export async function compareInterleaved(
  baseline: () => Promise<Run>,
  subjects: { name: string; run: () => Promise<Run> }[],
  rounds: number,
): Promise<Comparison[]> {
  const ratios = subjects.map(({ name }) => ({ name, cpu: [] as number[], wall: [] as number[], runs: [] as Run[] }));
  let before = await baseline();
  for (let round = 0; round < rounds; round++) {
    for (const block of blocksOf([...ratios.keys()], round)) {
      const measured: [number, Run][] = [];
      for (const index of block) measured.push([index, await subjects[index]!.run()]);
      const after = await baseline();
      for (const [index, run] of measured) {
        ratios[index]!.cpu.push((2 * run.cpuMs) / (before.cpuMs + after.cpuMs));
        ratios[index]!.wall.push((2 * run.wallMs) / (before.wallMs + after.wallMs));
        ratios[index]!.runs.push(run);
      }
      before = after;
    }
  }
  return ratios.map(({ name, cpu, wall, runs }) => ({
    name,
    cpu: estimateMedian(cpu),
    wall: estimateMedian(wall),
    cpuMs: estimateMedian(runs.map((run) => run.cpuMs)).median,
    wallMs: estimateMedian(runs.map((run) => run.wallMs)).median,
  }));
}

/** The order of a round in blocks. Each round starts at another subject, so that none always follows the same. */
function blocksOf(indexes: number[], round: number): number[][] {
  const start = (round * 7) % Math.max(1, indexes.length);
  const order = [...indexes.slice(start), ...indexes.slice(0, start)];
  return Array.from({ length: Math.ceil(order.length / BLOCK) }, (_, block) =>
    order.slice(block * BLOCK, (block + 1) * BLOCK),
  );
}

/** Render a ratio with its interval: `1.04 (1.01–1.07)`. */
export function renderRatio({ median, low, high }: Estimate, places = 2): string {
  return `${median.toFixed(places)} (${low.toFixed(places)}–${high.toFixed(places)})`;
}
