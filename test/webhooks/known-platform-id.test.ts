import { describe, expect, it } from 'vitest';
import { handler } from '../../functions/on-publish-due.ts';
import type { Json } from '../functions/api-harness.ts';
import { connect, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant } from '../functions/tenants.ts';
import { lambdaContext, setupWorkers } from '../functions/worker-harness.ts';

const harness = setupWorkers();
const platforms = simulatePlatforms();

/** The ids of posts in the log, with their entries. */
const loggedIds = () =>
  harness
    .logged()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Json)
    .filter(({ platform_post_id }) => platform_post_id)
    .map(({ message, schedule_id, platform, platform_post_id }) => [message, schedule_id, platform, platform_post_id]);

describe('the id of a post that the platform confirmed', () => {
  it.each(['twitter', 'linkedin'] as const)('(%s) is in the log when it could not be stored', async (platform) => {
    const tenant = await newTenant();
    await connect(tenant, platform);
    const { dueMessage } = await scheduleContent(tenant, platform, {}, 0);
    // The worker dies as soon as the platform has the post.
    let isPosted = false;
    const watch = setInterval(async () => {
      isPosted ||= (await platforms().posts()).length > 0;
    }, 1);
    harness.table.latency = async () => {
      isPosted ||= (await platforms().posts()).length > 0;
    };
    harness.table.fault = () => (isPosted ? new Error('The worker was killed.') : null);
    await expect(handler(dueMessage, lambdaContext())).rejects.toThrow('killed');
    clearInterval(watch);
    harness.table.fault = null;
    harness.table.latency = null;
    expect((await loadDueEntry(dueMessage)).platform_post_id).toBeNull();
    const [post] = await platforms().posts();
    expect(loggedIds()).toEqual([['platform post confirmed', dueMessage.schedule_id, platform, post!.id]]);
  });

  it('is logged once when it is stored', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    const { dueMessage } = await scheduleContent(tenant, 'twitter', {}, 0);
    await handler(dueMessage, lambdaContext());
    const { state, platform_post_id } = await loadDueEntry(dueMessage);
    expect(state).toBe('published');
    expect(loggedIds()).toEqual([['platform post confirmed', dueMessage.schedule_id, 'twitter', platform_post_id]]);
  });
});
