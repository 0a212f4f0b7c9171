import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runInShares } from '../../../lib/core/fairness/run-in-shares.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 0 }));
afterEach(() => void vi.useRealTimers());

type Job = { name: string; host: string; seconds: number };

/** Perform jobs on a clock of the test. Returns when each has ended, in seconds. */
async function perform(jobs: Job[], { concurrency = 4, most = 2, untilSeconds = 1_000 } = {}) {
  const endedSeconds: Record<string, number> = {};
  const hosts = new Map<string, number>();
  let mostOfHost = 0;
  const run = runInShares(jobs, {
    concurrency,
    sharesOf: ({ host }) => [{ key: host, most }],
    hostOf: ({ host }) => host,
    perform: async ({ name, host, seconds }) => {
      hosts.set(host, (hosts.get(host) ?? 0) + 1);
      mostOfHost = Math.max(mostOfHost, ...hosts.values());
      await new Promise((resume) => setTimeout(resume, 1000 * seconds));
      hosts.set(host, hosts.get(host)! - 1);
      endedSeconds[name] = Date.now() / 1000;
      return seconds >= 15;
    },
    hasTime: () => Date.now() < 1000 * untilSeconds,
  });
  await vi.runAllTimersAsync();
  await run;
  return { endedSeconds, mostOfHost };
}

const jobs = (count: number, host: string, seconds: number): Job[] =>
  Array.from({ length: count }, (_, index) => ({ name: `${host}${index}`, host, seconds }));

it('performs an item of another host at once while a silent host has used up its share', async () => {
  const { endedSeconds, mostOfHost } = await perform([...jobs(50, 'silent', 15), ...jobs(1, 'well', 1)]);
  expect(endedSeconds.well0).toBe(1);
  expect(mostOfHost).toBe(2);
});

it('leaves out the items of a host that has stalled twice in a row, and no others', async () => {
  const { endedSeconds } = await perform([...jobs(50, 'silent', 15), ...jobs(50, 'well', 1)]);
  const ended = Object.keys(endedSeconds);
  // The one that starts when the first of two ends at the same moment.
  expect(ended.filter((name) => name.startsWith('silent')).length).toBeLessThanOrEqual(3);
  expect(ended.filter((name) => name.startsWith('well'))).toHaveLength(50);
});

it('goes on with a host that responds between two stalls', async () => {
  const mixed = jobs(9, 'host', 1).map((job, index) => ({ ...job, seconds: index % 2 === 0 ? 15 : 1 }));
  const { endedSeconds } = await perform(mixed, { most: 1 });
  expect(Object.keys(endedSeconds)).toHaveLength(9);
});

it('starts nothing once its time is over', async () => {
  const { endedSeconds } = await perform(jobs(100, 'well', 1), { most: 1, untilSeconds: 10 });
  expect(Object.keys(endedSeconds)).toHaveLength(10);
});
