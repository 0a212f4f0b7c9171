import { setTimeout as sleep } from 'node:timers/promises';
import { createJsonApiClient, type JsonApiClient } from '../../../tools/local-stack/api-client.ts';
import type { LocalService } from '../../../tools/local-stack/local-service.ts';
import { table } from '../../../tools/markdown/markdown.ts';
import { percentile, summarizeLateness } from './lateness.ts';
import { compareOutcomes, type OutcomeReport } from './outcome-report.ts';
import { planItems, type ScheduledPost, schedulePosts } from './schedule-posts.ts';
import { countTimers } from './timers.ts';
import { waitUntilFinished } from './wait-until-finished.ts';

/** Maximum lateness of a post at this percentile; a post is never early. */
const OBJECTIVE_MS = 2_000;
const OBJECTIVE_PERCENTILE = 0.95;

const SPREAD_MS = 60_000;
const FINISH_DEADLINE_MS = 60_000;

interface Invocation {
  name: string;
  /** Time between scheduling and the first post; the others are spread over the minute after it. */
  aheadMs: number;
  hasTimers: boolean;
}

// From two minutes on a timer is set (lib/core/retry/waits.ts); closer than that there is only the queue.
const INVOCATIONS: Invocation[] = [
  { name: 'the queue', aheadMs: 10_000, hasTimers: false },
  { name: 'a schedule, then the queue', aheadMs: 130_000, hasTimers: true },
];

/** The posts that one method started, and their outcomes. */
export interface LatenessMeasurement {
  invocation: string;
  /** How many timers were waiting for them, and how many there should have been. */
  timers: number;
  expectedTimers: number;
  outcomes: OutcomeReport;
}

/**
 * Publish `posts` posts with each of the two methods and measure their lateness.
 *
 * Half of the times are whole seconds, the others have fractions. Takes about three and a half minutes.
 *
 * @param posts at most 150, of which a third goes to each platform: Instagram accepts 100 a day.
 * @param folder of the service.
 */
export async function measureLateness(
  service: LocalService,
  folder: string,
  posts: number,
): Promise<LatenessMeasurement[]> {
  const call = await createJsonApiClient(service.credentials);
  const groups: { way: Invocation; asked: ScheduledPost[] }[] = [];
  for (const way of INVOCATIONS) groups.push({ way, asked: await schedulePosts(call, plan(way, posts)) });
  const timers = new Map<Invocation, number>();
  // The last ones first: when their timers are there, so would be those of the others.
  for (const { way, asked } of groups.toReversed()) {
    timers.set(way, await countTimers(service, folder, asked, way.hasTimers ? posts : 0));
  }
  const { entries, live } = await waitForOutcomes(
    service,
    call,
    groups.flatMap(({ asked }) => asked),
  );
  return groups.map(({ way, asked }) => ({
    invocation: way.name,
    timers: timers.get(way) ?? 0,
    expectedTimers: way.hasTimers ? posts : 0,
    outcomes: compareOutcomes(asked, entries, live),
  }));
}

function plan({ name, aheadMs }: Invocation, posts: number) {
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

/** Send no request before the last post is due: a response would use time that is measured. */
async function waitForOutcomes(service: LocalService, call: JsonApiClient, asked: ScheduledPost[]) {
  const lastMs = Math.max(...asked.map(({ scheduledMs }) => scheduledMs));
  await sleep(lastMs - Date.now());
  return waitUntilFinished(service.url, [call], FINISH_DEADLINE_MS);
}

/** Describe the violated objectives; empty without any. */
export function violatedObjectives(measured: LatenessMeasurement[]): string[] {
  return measured.flatMap(({ invocation, timers, expectedTimers, outcomes }) => {
    const { posts, live, early, duplicates, discrepancies, latenessMs } = outcomes;
    const lateMs = percentile(latenessMs, OBJECTIVE_PERCENTILE);
    const broken = [...early, ...duplicates, ...discrepancies];
    if (live !== posts) broken.push(`${posts - live} of ${posts} posts did not go out`);
    if (timers !== expectedTimers) broken.push(`${timers} timers, where there should be ${expectedTimers}`);
    if (lateMs !== null && lateMs > OBJECTIVE_MS)
      broken.push(`p95 is ${lateMs} ms, where ${OBJECTIVE_MS} ms are promised`);
    return broken.map((promise) => `triggered by ${invocation}: ${promise}`);
  });
}

/** Render a Markdown table with a row for each method, in milliseconds. */
export function renderLatenessTable(measured: LatenessMeasurement[]): string {
  const rows = measured.map(({ invocation, outcomes }) => {
    const { posts, early, latenessMs } = outcomes;
    const { p50, p95, max } = summarizeLateness(latenessMs);
    return [invocation, ...[posts, early.length, p50, p95, max].map((value) => String(value ?? '–'))];
  });
  return table(['triggered by', 'posts', 'early', 'p50, ms', 'p95, ms', 'last, ms'], rows);
}
