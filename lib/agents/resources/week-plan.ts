import { DAY_MS, formatInstant } from '../../core/values/timestamps.ts';
import type { Call } from '../tools/call.ts';
import { weekStart } from './iso-week.ts';
import type { ResourceKind } from './resource-kind.ts';

const WEEK_MS = 7 * DAY_MS;

/** What is scheduled and was published in a week (UTC). */
export const weekPlan: ResourceKind = {
  uriTemplate: 'cis://plan/{week}',
  name: 'plan',
  title: 'Plan of a week',
  description: 'The first 100 posts that are scheduled in a week (UTC, ISO 8601), such as cis://plan/2026-W48.',
  pattern: /^cis:\/\/plan\/(\d{4}-W\d{2})$/,
  listed: null,
  async read(week: string, call: Call) {
    const startMs = weekStart(week);
    if (startMs === null) return null;
    const [from, to] = [startMs, startMs + WEEK_MS].map(formatInstant);
    const { scheduled_posts } = await call('schedule.list', { query: { from, to, limit: 100 } });
    const posts = scheduled_posts.map(({ content_id: post_id, title, platform, account_id, status, ...times }) => {
      const { scheduled_at, scheduled_local } = times;
      return { post_id, title, platform, account_id, scheduled_at, scheduled_local, status };
    });
    return { week, from, to, posts };
  },
};
