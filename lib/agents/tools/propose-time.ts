import * as z from 'zod/mini';
import { accountFilter } from '../../core/api/request-fields.ts';
import { localTimeAt } from '../../core/values/local-time.ts';
import { isTimeZone } from '../../core/values/time-zone.ts';
import { DAY_MS, formatInstant, HOUR_MS } from '../../core/values/timestamps.ts';
import { platform } from '../../platforms/api/request-fields.ts';
import type { Answers } from './called-operations.ts';
import { localTime } from './post-view.ts';
import { defineTool, READS } from './tool.ts';
import { upcomingHours } from './upcoming-hours.ts';

const MAX_PROPOSALS = 5;
const DAYS = 9;
/** As many as a workspace can have. */
const MAX_QUEUES = 20;
/** Posts of the same selection this near to a proposal are listed with it. */
const NEAR_MS = 3 * HOUR_MS;

const entry = () =>
  z.object({
    post_id: z.string(),
    title: z.nullable(z.string()),
    platform: z.string(),
    account_id: z.nullable(z.string()),
    scheduled_at: z.string(),
    scheduled_local: z.nullable(localTime()),
  });

const queue = () =>
  z.object({
    name: z.string(),
    time_zone: z.string(),
    paused: z.boolean(),
    waiting_posts: z.int(),
    next_free_slots: z
      .array(z.object({ at: z.string(), local: localTime() }))
      .check(z.meta({ description: 'The slots that the next posts take. None of a queue that is paused or full.' })),
  });

type QueueView = Answers['queues.list']['queues'][number];

function toQueue({ name, time_zone, paused, queued, next_free_slots }: QueueView): z.infer<ReturnType<typeof queue>> {
  const free = next_free_slots.map(({ slot_at, local }) => ({ at: slot_at, local: { local, time_zone } }));
  return { name, time_zone, paused, waiting_posts: queued, next_free_slots: free };
}

/** Propose times for a post. */
export const proposeTime = defineTool({
  name: 'propose_time',
  title: 'Propose a time',
  description:
    'Propose up to five times of the coming week at which posts of this workspace performed above average, and list what is scheduled within three hours of each. Also list the next free slots of each queue. Schedules nothing. Without enough data there are no proposals. Name the chosen time in the note of submit_for_approval, as `local` with its time zone, or a queue as proposed_queue of the post; the person who approves schedules the post.',
  annotations: READS,
  place: 6,
  example: { zone: 'Europe/Berlin' },
  input: () =>
    z.strictObject({
      zone: z.optional(z.string().check(z.maxLength(64), z.refine(isTimeZone, 'Must be an IANA time zone.'))).check(
        z.meta({
          description:
            'The IANA time zone of the audience, such as Europe/Berlin. Defaults to the time zone of the workspace.',
        }),
      ),
      platform: z.optional(platform),
      account_id: z.optional(accountFilter),
    }),
  output: () =>
    z.object({
      zone: z.string(),
      enough_data: z.boolean(),
      posts_analyzed: z.int(),
      overall_rate: z.nullable(z.number()),
      formula: z.string(),
      proposals: z.array(
        z.object({
          at: z.string(),
          local: localTime(),
          weekday: z.string(),
          hour: z.int(),
          expected_rate: z.nullable(z.number()),
          posts: z.int(),
          scheduled_near: z.array(entry()),
        }),
      ),
      scheduled: z
        .array(entry())
        .check(z.meta({ description: 'The first 100 posts that are scheduled in the coming nine days.' })),
      queues: z
        .array(queue())
        .check(z.meta({ description: 'The queues of the workspace, whatever the platform and the account.' })),
    }),
  run: async ({ zone: given, ...filter }, call, nowMs) => {
    const zone = given ?? (await call('workspace.get')).time_zone;
    const times = await call('analytics.best-times', { query: { ...filter, zone } });
    const period = { from: formatInstant(nowMs), to: formatInstant(nowMs + DAYS * DAY_MS) };
    const { scheduled_posts } = await call('schedule.list', { query: { ...filter, ...period, limit: 100 } });
    const { queues } = await call('queues.list', { query: { limit: MAX_QUEUES } });
    const scheduled = scheduled_posts.map((each) => ({
      post_id: each.content_id,
      ...{ title: each.title, platform: each.platform, account_id: each.account_id },
      ...{ scheduled_at: each.scheduled_at, scheduled_local: each.scheduled_local },
    }));
    const proposals = upcomingHours(times.best.slice(0, MAX_PROPOSALS), times.zone, nowMs).map(({ hour, atMs }) => ({
      local: { local: localTimeAt(atMs, times.zone), time_zone: times.zone },
      ...{ at: formatInstant(atMs), weekday: hour.weekday, hour: hour.hour },
      ...{ expected_rate: hour.expected_rate, posts: hour.posts },
      scheduled_near: scheduled.filter(({ scheduled_at }) => Math.abs(Date.parse(scheduled_at) - atMs) <= NEAR_MS),
    }));
    return {
      ...{ zone: times.zone, enough_data: times.enough_data },
      ...{ posts_analyzed: times.posts, overall_rate: times.overall_rate },
      formula: `expected_rate = (posts · median_rate + ${times.prior_posts} · overall_rate) / (posts + ${times.prior_posts}), in percent`,
      ...{ proposals, scheduled },
      queues: queues.map(toQueue),
    };
  },
});
