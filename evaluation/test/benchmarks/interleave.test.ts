import { describe, expect, it } from 'vitest';
import { compareInterleaved, renderRatio } from '../../benchmarks/interleave.ts';

/** Run that note their order and take the given CPU time. */
function subjects(order: string[], times: Record<string, number>) {
  const runOf = (name: string, cpuMs: number) => async () => {
    order.push(name);
    return { cpuMs, wallMs: 2 * cpuMs };
  };
  return Object.entries(times).map(([name, cpuMs]) => ({ name, run: runOf(name, cpuMs) }));
}

describe('interleaved runs', () => {
  it('give the ratio of each subject to the baseline', async () => {
    const [baseline, ...others] = subjects([], { baseline: 10, same: 10, slow: 25 });
    const compared = await compareInterleaved(baseline!.run, others, 5);
    expect(compared.map(({ name, cpu, wall }) => [name, cpu.median, wall.median])).toEqual([
      ['same', 1, 1],
      ['slow', 2.5, 2.5],
    ]);
  });

  it('run the baseline before and after at most five subjects', async () => {
    const order: string[] = [];
    const [baseline, ...others] = subjects(order, { b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, i: 1 });
    await compareInterleaved(baseline!.run, others, 3);
    const blocks = order.join('').split('b').slice(1, -1);
    expect(order.at(0)).toBe('b');
    expect(order.at(-1)).toBe('b');
    expect(Math.max(...blocks.map(({ length }) => length))).toBe(5);
    expect([...'cdefghi'].map((name) => order.filter((each) => each === name).length)).toEqual([3, 3, 3, 3, 3, 3, 3]);
  });

  it('give the same ratio when the machine slows down between runs', async () => {
    let load = 1;
    const run = (cpuMs: number) => async () => {
      load *= 1.01;
      return { cpuMs: cpuMs * load, wallMs: cpuMs * load };
    };
    const [compared] = await compareInterleaved(run(10), [{ name: 'double', run: run(20) }], 20);
    expect(compared!.cpu.median).toBeCloseTo(2, 2);
  });
});

describe('a rendered ratio', () => {
  it('shows its interval', () => {
    expect(renderRatio({ median: 1.041, low: 0.998, high: 1.07 })).toBe('1.04 (1.00–1.07)');
  });
});
