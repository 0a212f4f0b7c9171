import { describe, expect, it } from 'vitest';
import { handler } from '../../functions/on-publish-due.ts';
import { PLATFORMS, type Platform } from '../../lib/platforms/platform.ts';
import { advanceTime } from '../functions/api-harness.ts';
import { measureConsumed } from '../functions/consumed-units.ts';
import { connect, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, setupWorkers, sqsEvent } from '../functions/worker-harness.ts';

/** What publishing one post may ask of the table. The numbers are those of the cost document, and no machine changes them. */

const harness = setupWorkers();
simulatePlatforms();

// The post of the cost document.
const POST = { title: 't'.repeat(48), description: 'd'.repeat(240) };

async function publish(platform: Platform) {
  const tenant = await newTenant();
  await connect(tenant, platform);
  const { dueMessage } = await scheduleContent(tenant, platform, POST);
  await processAllChanges(harness);
  advanceTime(60_000);
  const consumed = await measureConsumed(harness.table, () => handler(sqsEvent(dueMessage), lambdaContext()));
  expect((await loadDueEntry(dueMessage)).state).toBe('published');
  return { consumed, dueMessage };
}

const WITHOUT_MEDIA = PLATFORMS.filter((platform) => platform !== 'instagram');

describe('from its message to its recorded outcome', () => {
  it.each(WITHOUT_MEDIA)('a post to %s without media takes two reads and two writes', async (platform) => {
    const { consumed } = await publish(platform);
    expect(consumed.commands).toEqual([
      'GetCommand',
      'BatchGetCommand',
      'TransactWriteCommand',
      'TransactWriteCommand',
    ]);
  });

  it('a post with an image takes one more write, which stores the claim before the image is prepared', async () => {
    const { consumed } = await publish('instagram');
    expect(consumed.commands.length).toBe(5);
  });

  it.each([
    ['twitter', 41],
    ['linkedin', 41],
    ['instagram', 51],
  ] as const)('a post to %s costs at most %i write units', async (platform, units) => {
    expect((await publish(platform)).consumed.writes).toBeLessThanOrEqual(units);
  });

  it('a second message for the same post takes one read', async () => {
    const { dueMessage } = await publish('twitter');
    const consumed = await measureConsumed(harness.table, () => handler(sqsEvent(dueMessage), lambdaContext()));
    expect(consumed.commands).toEqual(['GetCommand']);
  });
});
