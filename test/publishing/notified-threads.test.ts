import { expect, it } from 'vitest';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { advanceTime } from '../functions/api-harness.ts';
import { listed } from '../functions/given/notifications.ts';
import { newThread, request, runWorker, statusesOf, targetOf } from '../functions/given/thread.ts';
import { simulatePlatforms } from '../functions/simulated.ts';
import { newToken } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers } from '../functions/worker-harness.ts';
import { numberAt } from '../platforms/post-numbers.ts';

const harness = setupWorkers();
const platforms = simulatePlatforms();
const MINUTE = 60_000;

it('an unknown part of a thread is notified of once, and not for a part that a person has resolved in time', async () => {
  const thread = await newThread({ first_comment: 'Comment' }, 'linkedin');
  const loseNext = async () => {
    await platforms().script('linkedin', '500_before_effect');
    await runWorker(thread);
    await processAllChanges(harness);
  };
  const notified = async () => {
    await onSweepDue();
    await processAllChanges(harness);
    const tenant = { ...thread.tenant, token: await newToken(thread.tenant) };
    return (await listed(tenant)).map(({ kind }) => kind);
  };
  advanceTime(MINUTE);
  await loseNext();
  const url = `https://www.linkedin.com/feed/update/urn:li:share:${numberAt('linkedin', Date.now())}/`;
  const found = { outcome: 'published', part: 0, url };
  const resolved = await request(thread, 'content.resolve', found, { platform: 'linkedin' });
  expect(resolved.status, resolved.text).toBe(200);
  await processAllChanges(harness);
  advanceTime(MINUTE);
  await loseNext();
  expect(statusesOf(await targetOf(thread, 'linkedin'))).toEqual(['published', 'unconfirmed']);
  // The first part was in doubt 15 minutes ago, and the second one is since 14.
  advanceTime(14 * MINUTE + 1000);
  expect(await notified()).toEqual([]);
  advanceTime(MINUTE);
  expect(await notified()).toEqual(['post_unconfirmed']);
});
