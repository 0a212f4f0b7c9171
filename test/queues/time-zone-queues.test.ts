import { beforeEach, describe, expect, it } from 'vitest';
import type { Content } from '../../lib/content/rules/content.ts';
import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import { contentWrites, loadContentState } from '../../lib/content/store/contents.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { withPosts } from '../../lib/queues/rules/queue-posts.ts';
import { loadQueue, queueWrites } from '../../lib/queues/store/queues.ts';
import { advanceTime, callApi, START } from '../functions/api-harness.ts';
import { compareStoredTimes } from '../functions/given/time-zones.ts';
import { newContent, newQueue } from '../functions/resources.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { killAt, processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

/** An operator moves the posts of a queue, whose slots are adjacent, to the time zone rules of the machine. */

const harness = setupWorkers();
const NOW = '2027-03-19T10:00:00.000Z';
beforeEach(() => advanceTime(Date.parse(NOW) - Date.parse(START)));

const HOURS = Array.from({ length: 10 }, (_, index) => index + 9);
const hourOf = (hour: number) => `2027-03-20T${String(hour).padStart(2, '0')}:00:00.000Z`;
const shifted = (time: string, hours: number) => new Date(Date.parse(time) + hours * 3_600_000).toISOString();

/** Ten posts in hourly slots from 09:00 in Berlin, which old rules gave an instant that is `hours` later. */
async function queuedByOldRules(hours: number) {
  const tenant = await newTenant();
  const slots = HOURS.map((hour) => ({ weekday: 'saturday', time: `${String(hour).padStart(2, '0')}:00` }));
  const { id } = await newQueue(tenant, { time_zone: 'Europe/Berlin', slots });
  for (const hour of HOURS) await newContent(tenant, { title: `Post ${hour}`, platforms: ['twitter'], queue: id });
  const queued = (await loadQueue(tenant.workspace.id, id))!;
  for (const { content_id } of queued.posts) {
    const state = (await loadContentState(tenant.workspace.id, content_id))!;
    const at = shifted(state.content.queue!.slot_at, hours);
    const entries = state.entries.map((entry) => ({ ...entry, scheduled_at: at, due_at: at }));
    const targets = Object.fromEntries(
      Object.entries(state.content.targets).map(([key, target]) => [key, { ...target, scheduled_at: at }]),
    );
    const queue = { ...state.content.queue!, slot_at: at };
    await commit(contentWrites(state, { content: { ...state.content, scheduled_at: at, targets, queue }, entries }));
  }
  const posts = queued.posts.map((post) => ({ ...post, slot_at: shifted(post.slot_at, hours) }));
  await commit(queueWrites(queued, withPosts(queued, posts)));
  await processAllChanges(harness);
  return { tenant, id };
}

async function setPaused({ token }: Tenant, id: string, paused: boolean): Promise<void> {
  expect((await callApi('queues.update', { token, params: { id }, body: { paused } })).status).toBe(200);
  await processAllChanges(harness);
}

/** The titles by the slots that items, entries and the queue agree on, and whether the entries are due. */
async function planned({ workspace }: Tenant, id: string) {
  const { posts, paused } = (await loadQueue(workspace.id, id))!;
  const contents = storedRecords<Content>(harness, 'Content');
  const entries = storedRecords<ScheduleEntry>(harness, 'ScheduleEntry');
  return posts.map(({ content_id, slot_at }) => {
    const content = contents.find((each) => each.id === content_id)!;
    const entry = entries.find((each) => each.content_id === content_id)!;
    expect(content.queue).toEqual({ id, slot_at, held: paused });
    expect([entry.scheduled_at, entry.due_at]).toEqual([slot_at, paused ? null : slot_at]);
    return [slot_at, content.title];
  });
}

/** What the present rules say: nine in Berlin is eight in UTC. */
const MOVED = HOURS.map((hour) => [hourOf(hour - 1), `Post ${hour}`]);

describe('the posts of a queue with adjacent slots', () => {
  it.each([
    ['later', -1],
    ['later by two slots', -2],
    ['earlier', 1],
  ])('are all moved in one run when their instants are %s by the present rules', async (_, hours) => {
    const { tenant, id } = await queuedByOldRules(hours);
    expect((await compareStoredTimes(false)).lines).toHaveLength(HOURS.length);
    expect((await compareStoredTimes(true)).summary).toContain('10 moved, 0 not moved yet');
    expect(await planned(tenant, id)).toEqual(MOVED);
    expect((await compareStoredTimes(true)).lines).toEqual([]);
  });

  it('are all moved by the run after one that was killed', async () => {
    for (let n = 5; n <= 65; n += 12) {
      const { tenant, id } = await queuedByOldRules(-1);
      killAt(harness.table, n);
      await compareStoredTimes(true).catch(() => {});
      harness.table.fault = null;
      await compareStoredTimes(true);
      expect(await planned(tenant, id)).toEqual(MOVED);
    }
  });
});

describe('the posts that a paused queue holds', () => {
  it('are listed and moved, and stay held until the queue resumes', async () => {
    const { tenant, id } = await queuedByOldRules(-1);
    await setPaused(tenant, id, true);
    expect((await compareStoredTimes(false)).summary).toContain('0 moved, 10 not moved yet');
    expect((await compareStoredTimes(true)).summary).toContain('10 moved, 0 not moved yet');
    expect(await planned(tenant, id)).toEqual(MOVED);
    await setPaused(tenant, id, false);
    expect(await planned(tenant, id)).toEqual(MOVED);
  });
});
