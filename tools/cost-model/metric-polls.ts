import type { MetricsSchedule } from '../../lib/accounts/rules/metrics-schedule.ts';
import { firstPollAt, nextPollAt } from '../../lib/analytics/rules/poll-schedule.ts';

/** Count the metric polls of a post over its life with a schedule, by the product's own rule. */
export function metricPollsPer(everyMinutes: number, schedule: MetricsSchedule): number {
  const published = Date.UTC(2026, 0, 1);
  const publishedAt = new Date(published).toISOString();
  let polls = 0;
  for (let due: string | null = firstPollAt(publishedAt, schedule); due !== null; polls++) {
    const pauseMs = everyMinutes * 60_000;
    // The poller runs at fixed times: the next poll is in its first run after the post is due.
    const nowMs = published + Math.ceil((Date.parse(due) - published) / pauseMs) * pauseMs;
    due = nextPollAt(publishedAt, { schedule, nowMs, everyMinutes });
  }
  return polls;
}
