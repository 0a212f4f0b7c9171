import { DAY_MS, formatInstant } from '../../core/values/timestamps.ts';

const DAYS_BACK = 30;
const DAYS_AHEAD = 366;

/** The most events of a feed: the next posts first, then the latest ones. */
export const MAX_EVENTS = 1_000;

/**
 * The most pages of `MAX_EVENTS` posts that a feed of a label reads in each direction. No index has the posts of a label by
 * their time, so it reads those of the workspace.
 */
export const MAX_PAGES = 5;

/**
 * What a feed shows at a time. `from` and `to` move once a day. `now` is the time of the request: of more posts than a feed
 * shows, the next ones begin there.
 */
export type FeedWindow = { from: string; now: string; to: string };

/** Return the window of the day (UTC) of a request: 30 days back and 366 days ahead. */
export function feedWindow(nowMs: number): FeedWindow {
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return {
    from: formatInstant(todayMs - DAYS_BACK * DAY_MS),
    now: formatInstant(nowMs),
    to: formatInstant(todayMs + (DAYS_AHEAD + 1) * DAY_MS),
  };
}
