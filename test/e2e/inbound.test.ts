import { beforeAll, describe, expect, it } from 'vitest';
import { AccountListResponse } from '../../lib/accounts/api/accounts/list.ts';
import { ContentResponse } from '../../lib/content/api/content/responses.ts';
import { PLATFORMS, type Platform } from '../../lib/platforms/platform.ts';
import { PLATFORM_TABLE } from '../../lib/platforms/platforms.ts';
import { SIMULATOR_ACCOUNTS } from '../../tools/local-stack/simulator-accounts.ts';
import { read, until } from './http-client.ts';
import { useRunningService } from './running-service.ts';

// A comment on a post: the platform's signed webhook, through the running service to a receiver.

const { service, api } = useRunningService();

const SENDERS = PLATFORMS.filter((platform) => PLATFORM_TABLE[platform].webhook !== undefined);

const inbox = async () => (await fetch(`${service.url}/_inbox/inbound`)).text();

/** Let the simulated platform send its webhook about a comment, after its verification request. */
async function comment(platform: Platform, postId: string) {
  const { accounts } = read(await api('GET', '/accounts'), 200, AccountListResponse());
  const { inbound_url: url } = accounts.find((account) => account.platform === platform)!;
  const { external_id: account, inbound } = SIMULATOR_ACCOUNTS.find((each) => each.platform === platform)!;
  const about = { platform, account, url, post_id: postId, text: `Schön auf ${platform}! 🎈`, id: '4711' };
  const body = JSON.stringify({ ...about, ...inbound });
  const answer = await fetch(`${service.url}/_simulator/comments`, { method: 'POST', body });
  return (await answer.json()) as Record<string, unknown>;
}

describe('a comment on a published post', () => {
  const ids = new Map<Platform, string>();

  beforeAll(async () => {
    const hook = { url: `${service.url}/_inbox/inbound`, events: ['comment.created'] };
    expect((await api('POST', '/webhooks', hook)).status).toBe(201);
    // Only Instagram downloads images itself; the other platforms need an upload.
    const media = [{ url: 'https://images.example.com/a.jpg', type: 'image' }];
    for (const platform of SENDERS) {
      const body = {
        title: 'Come and see',
        platforms: [platform],
        ...(platform === 'instagram' ? { media } : {}),
      };
      const { id } = read(await api('POST', '/content', body), 201, ContentResponse());
      await api('PUT', `/content/${id}`, { status: 'published' });
      const postId = await until(`the post on ${platform}`, async () => {
        const { targets } = read(await api('GET', `/content/${id}`), 200, ContentResponse());
        return targets[0]!.platform_post_id;
      });
      ids.set(platform, postId);
    }
  });

  it.each(SENDERS)('on %s is verified, accepted and delivered as comment.created, once', async (platform) => {
    const postId = ids.get(platform)!;
    // A post is indexed a moment after its publication.
    const taken = await until('the comment is taken', async () => {
      const answer = await comment(platform, postId);
      expect(answer).toMatchObject({ challenge: 200, is_verified: true, status: 200 });
      const { accepted } = answer.answer as { accepted: number };
      return accepted === 1;
    });
    expect(taken).toBe(true);
    const again = await comment(platform, postId);
    expect(again.answer).toEqual({ accepted: 0, duplicate: 1, ignored: 0, queued: 0 });
    const deliveries = () => inbox().then((text) => text.split(`Schön auf ${platform}! 🎈`).length - 1);
    await until('the delivery', async () => (await deliveries()) > 0);
  });
});
