import { setTimeout as sleep } from 'node:timers/promises';
import { table } from '../../cost/markdown.ts';
import { type Caller, openCaller } from '../caller.ts';
import type { LocalService } from '../local-service.ts';
import { type AskedPost, askFor, planItems } from './asking.ts';
import { latenessOf, percentile } from './lateness.ts';
import { type Reckoning, reckon } from './reckoning.ts';
import { whenSettled } from './settling.ts';
import { countTimers } from './timers.ts';

/** A post goes out within this of its time, at this percentile, and never early. */
const PROMISED_MS = 2_000;
const PROMISED_SHARE = 0.95;

const SPREAD_MS = 60_000;
const SETTLING_MS = 60_000;

interface Way {
  name: string;
  /** How far ahead the first post is due when it is asked for; the others are spread over a minute after it. */
  aheadMs: number;
  hasTimers: boolean;
}

// From two minutes on a timer is set (lib/consequences/timers.ts); closer than that there is only the queue.
const WAYS: Way[] = [
  { name: 'the queue', aheadMs: 10_000, hasTimers: false },
  { name: 'a timer, then the queue', aheadMs: 130_000, hasTimers: true },
];

/** The posts that were woken in one way, and what became of them. */
export interface Punctuality {
  wokenBy: string;
  /** How many timers were waiting for them, and how many there should have been. */
  timers: number;
  expectedTimers: number;
  reckoning: Reckoning;
}

/**
 * Publishes `posts` posts in each of the two ways there are, and reckons how late they were. Half of the times
 * are whole seconds, the others have fractions. Takes about three and a half minutes.
 *
 * @param posts at most 150, of which a third goes to each platform: Instagram takes 100 a day.
 * @param folder of the service.
 */
export async function measurePunctuality(
  service: LocalService,
  folder: string,
  posts: number,
): Promise<Punctuality[]> {
  const call = await openCaller(service.credentials);
  const groups: { way: Way; asked: AskedPost[] }[] = [];
  for (const way of WAYS) groups.push({ way, asked: await askFor(call, plan(way, posts)) });
  const timers = new Map<Way, number>();
  // The last ones first: when their timers are there, so would be those of the others.
  for (const { way, asked } of groups.toReversed()) {
    timers.set(way, await countTimers(service, folder, asked, way.hasTimers ? posts : 0));
  }
  const { entries, live } = await whenOver(
    service,
    call,
    groups.flatMap(({ asked }) => asked),
  );
  return groups.map(({ way, asked }) => ({
    wokenBy: way.name,
    timers: timers.get(way) ?? 0,
    expectedTimers: way.hasTimers ? posts : 0,
    reckoning: reckon(asked, entries, live),
  }));
}

function plan({ name, aheadMs }: Way, posts: number) {
  const firstMs = Math.ceil((Date.now() + aheadMs) / 1000) * 1000;
  const count = planItems(posts, String, String).length;
  return planItems(
    posts,
    (item) => `Punctual by ${name}, number ${item}`,
    (item) => {
      const wholeMs = firstMs + Math.floor((item * SPREAD_MS) / count / 1000) * 1000;
      // Items come in twos, one of each kind. Multiples of a prime: fractions of every size.
      const fractionMs = Math.floor(item / 2) % 2 === 0 ? 0 : (item * 137) % 1000;
      return new Date(wholeMs + fractionMs).toISOString();
    },
  );
}

/** Nobody is asked before the last post is due: answering would take from what is measured. */
async function whenOver(service: LocalService, call: Caller, asked: AskedPost[]) {
  const lastMs = Math.max(...asked.map(({ scheduledMs }) => scheduledMs));
  await sleep(lastMs - Date.now());
  return whenSettled(service.url, [call], SETTLING_MS);
}

/** What of the promise is broken, in words; empty when it is kept. */
export function brokenPromises(measured: Punctuality[]): string[] {
  return measured.flatMap(({ wokenBy, timers, expectedTimers, reckoning }) => {
    const { posts, live, early, twice, unaccounted, latenessMs } = reckoning;
    const lateMs = percentile(latenessMs, PROMISED_SHARE);
    const broken = [...early, ...twice, ...unaccounted];
    if (live !== posts) broken.push(`${posts - live} of ${posts} posts did not go out`);
    if (timers !== expectedTimers) broken.push(`${timers} timers, where there should be ${expectedTimers}`);
    if (lateMs !== null && lateMs > PROMISED_MS)
      broken.push(`p95 is ${lateMs} ms, where ${PROMISED_MS} ms are promised`);
    return broken.map((promise) => `woken by ${wokenBy}: ${promise}`);
  });
}

/** A table of Markdown with a row for each way, in milliseconds. */
export function punctualityTable(measured: Punctuality[]): string {
  const rows = measured.map(({ wokenBy, reckoning }) => {
    const { posts, early, latenessMs } = reckoning;
    const { p50, p95, max } = latenessOf(latenessMs);
    return [wokenBy, ...[posts, early.length, p50, p95, max].map((value) => String(value ?? '–'))];
  });
  return table(['woken by', 'posts', 'early', 'p50, ms', 'p95, ms', 'last, ms'], rows);
}
