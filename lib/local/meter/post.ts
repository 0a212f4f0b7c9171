import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { NO_UNITS, plus, times, type Units } from '../../cost/units.ts';
import type { Platform } from '../../domain/platform.ts';
import { keyOf } from '../../table/keys.ts';
import { enoughOfThisMinute, entityOf, set } from './behind.ts';
import type { MeteredPlace } from './place.ts';
import { EXAMPLE_PICTURE, EXAMPLE_POST, newTenant } from './tenant.ts';

/** What one post costs, step by step. */
export interface CountedPost {
  steps: { name: string; units: Units }[];
  publish: Units;
  events: number;
  reading: Units;
}

/** The life of one post, scheduled for tomorrow; its time is then moved to now, so that it can be published. */
export async function countPost(
  place: MeteredPlace,
  platform: Platform,
  number: number,
  emptyCollection: Units,
): Promise<CountedPost> {
  const { tenant, writes } = newTenant(number, Date.now(), {}, place.seal);
  await place.seed(writes);
  await place.skip();
  await enoughOfThisMinute();
  const { token, workspaceId } = tenant;
  const steps: CountedPost['steps'] = [];
  const step = async (name: string, work: () => Promise<unknown>) => {
    const units = await place.count(work);
    steps.push({ name, units });
    return units;
  };
  let events = 0;
  const follow = async () => {
    const news = await place.follow();
    events += news.filter(({ dynamodb }) => entityOf(dynamodb) === 'Event').length;
  };
  const media = platform === 'instagram' ? [EXAMPLE_PICTURE] : [];
  const time = new Date(Date.now() + 86_400_000).toISOString();
  const body = { ...EXAMPLE_POST, media, platforms: [platform], scheduled_at: time };
  const create = () => place.request(201, 'POST', '/v1/content', { token, body });
  // The first request of an instance also looks up the token; the step is an ordinary one.
  await create();
  await place.skip();
  let contentId = '';
  await step('create', async () => {
    contentId = ((await create()) as { id: string }).id;
  });
  await step('its events and its timer', follow);
  const wake = await wakeOf(place, workspaceId, contentId, platform);
  const fired = await place.count(() => place.invoke(`on-publish-due/${platform}`, wake));
  steps.push({ name: 'the timer, a minute early', units: plus(fired, { ...NO_UNITS, timersFired: 1 }) });
  await makeDue(place, workspaceId, wake.schedule_id);
  await place.skip();
  const message = { Records: [{ messageId: 'example', body: JSON.stringify(wake) }] };
  const published = await step('publish', () => place.invoke(`on-publish-due/${platform}`, message));
  const followed = await step('what follows: event, measurement, terms', follow);
  const due = { workspace_id: workspaceId, platform, ids: [wake.schedule_id] };
  const collect = async () => {
    await place.invoke('on-collect-due', {});
    await place.invoke('on-reading-queued', {
      Records: [{ messageId: 'example', body: JSON.stringify(due) }],
    });
    await place.follow();
  };
  const collected = await place.count(collect);
  await set(place, keyOf('Measurement', { workspace_id: workspaceId, id: wake.schedule_id }), {
    due_at: new Date().toISOString(),
    due_sk: new Date().toISOString(),
  });
  await place.skip();
  const again = await place.count(collect);
  if (collected.platformCalls === 0 || again.platformCalls === 0) throw new Error('Nothing was collected.');
  return {
    steps,
    publish: plus(published, followed),
    events,
    reading: plus(again, times(emptyCollection, -1)),
  };
}

async function wakeOf(place: MeteredPlace, workspaceId: string, contentId: string, platform: Platform) {
  const { Item: content } = await place.table.send(
    new GetCommand({
      TableName: place.tableName,
      Key: { ...keyOf('Content', { workspace_id: workspaceId, id: contentId }) },
    }),
  );
  return { workspace_id: workspaceId, schedule_id: String(content!.targets[platform].schedule_id) };
}

/** The entry as it will be when its time has come. */
async function makeDue(place: MeteredPlace, workspaceId: string, entryId: string): Promise<void> {
  const now = new Date().toISOString();
  const key = keyOf('Entry', { workspace_id: workspaceId, id: entryId });
  const position = `${now}#${entryId}`;
  await set(place, key, {
    scheduled_at: now,
    due_at: now,
    due_sk: now,
    facet_sk: position,
    group_sk: position,
  });
}
