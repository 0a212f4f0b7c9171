import { describe, expect, it } from 'vitest';
import type { Platform } from '../../lib/platforms/platform.ts';
import { loseNext, runNext } from '../functions/given/lost-sends.ts';
import { request, type Thread } from '../functions/given/thread.ts';
import { connect, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { setupWorkers } from '../functions/worker-harness.ts';
import { numberAt } from '../platforms/post-numbers.ts';

/** The URL of a first comment in content.resolve. */

setupWorkers();
simulatePlatforms();

async function connected(platform: Platform): Promise<Tenant> {
  const tenant = await newTenant();
  await connect(tenant, platform);
  return tenant;
}

/** A post that is live, whose first comment was not received while the response was lost. */
async function commentInDoubt(tenant: Tenant, platform: Platform, description: string): Promise<Thread> {
  const fields = { description, first_comment: `${description} comment` };
  const thread = { tenant, ...(await scheduleContent(tenant, platform, fields)) };
  while ((await loadDueEntry(thread.dueMessage)).parts.length === 0) await runNext(thread);
  await loseNext(thread, platform, '500_before_effect');
  return thread;
}

async function resolve(thread: Thread, platform: Platform, url: string): Promise<unknown[]> {
  const { status, json } = await request(
    thread,
    'content.resolve',
    { outcome: 'published', part: 1, url },
    { platform },
  );
  const [error] = (json.errors ?? []) as { code: string }[];
  return status === 200 ? [200] : [status, error?.code ?? json.code];
}

const postUrlOf = async ({ dueMessage }: Thread) => (await loadDueEntry(dueMessage)).parts[0]!.url!;

describe('the URL of a comment', () => {
  it('on LinkedIn counts once, whether it names the post or its activity', async () => {
    const tenant = await connected('linkedin');
    const [one, other] = [
      await commentInDoubt(tenant, 'linkedin', 'One'),
      await commentInDoubt(tenant, 'linkedin', 'Other'),
    ];
    const number = numberAt('linkedin', Date.now(), 1);
    const urlOf = (post: string) => {
      const urn = encodeURIComponent(`urn:li:comment:(${post},${number})`);
      return `https://www.linkedin.com/feed/update/urn:li:${post}?commentUrn=${urn}`;
    };
    expect(await resolve(one, 'linkedin', urlOf('activity:7101'))).toEqual([200]);
    expect(await resolve(other, 'linkedin', urlOf('ugcPost:7102'))).toEqual([409, 'post_already_claimed']);
  });

  it.each<[Platform, (postUrl: string) => string]>([
    ['instagram', (postUrl) => `${postUrl}c/17890/`],
    [
      'linkedin',
      (postUrl) => {
        const urn = `urn:li:comment:(activity:7101,${numberAt('linkedin', Date.now(), 1)})`;
        return `${postUrl}?commentUrn=${encodeURIComponent(urn)}`;
      },
    ],
  ])('on %s must be that of a comment on the post of the target', async (platform, toUrl) => {
    const tenant = await connected(platform);
    const [one, other] = [
      await commentInDoubt(tenant, platform, 'One'),
      await commentInDoubt(tenant, platform, 'Other'),
    ];
    const url = toUrl(await postUrlOf(one));
    expect(await resolve(other, platform, url)).toEqual([422, 'not_of_post']);
    expect(await resolve(one, platform, url)).toEqual([200]);
  });

  it.each<Platform>(['instagram', 'linkedin'])('on %s is not that of its post', async (platform) => {
    const thread = await commentInDoubt(await connected(platform), platform, 'One');
    expect(await resolve(thread, platform, await postUrlOf(thread))).toEqual([409, 'post_already_claimed']);
  });
});
