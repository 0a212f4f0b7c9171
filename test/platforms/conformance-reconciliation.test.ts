import { afterEach, describe, expect, it, vi } from 'vitest';
import { PUBLISHERS } from '../../lib/platforms/adapters.ts';
import type { Post } from '../../lib/platforms/kit/publisher.ts';
import { PLATFORMS } from '../../lib/platforms/platform.ts';
import { describeReconciliation, sendAndLook } from './conformance/reconciliation-cases.ts';
import { startSimulatedServer } from './conformance/simulated-server.ts';
import { ACCOUNTS, makePost, makePreparation, publish, startSimulator } from './platforms.ts';

describe.each(PLATFORMS)('%s', (platform) => {
  describeReconciliation({ platform, start: () => startSimulatedServer(platform) });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('instagram', () => {
  it('does not send a post again whose container turns out to be published', async () => {
    await using server = await startSimulatedServer('instagram');
    const post = makePost('instagram');
    const { preparation } = await sendAndLook('instagram', server, post, 'ok_then_drop');
    const saved = makePreparation(preparation);
    expect(await PUBLISHERS.instagram.prepare(post, server.account, server.connection(), saved)).toEqual({
      outcome: 'already_live',
    });
    expect(await server.posts()).toHaveLength(1);
  });

  it('is not asked to publish when the quota is used up', async () => {
    await using simulator = await startSimulator();
    await simulator.quota(ACCOUNTS.instagram.externalId, 1);
    const connection = simulator.connection('instagram');
    expect(await publish('instagram', connection, makePost('instagram', 'first'))).toMatchObject({
      outcome: 'published',
    });
    expect(await publish('instagram', connection, makePost('instagram', 'second'))).toMatchObject({
      outcome: 'retry',
      error: { code: 'rate_limited', category: 'rate_limit' },
      retryAfterSeconds: 1_800,
    });
    expect(await simulator.posts()).toHaveLength(1);
  });
});

describe('twitter', () => {
  const image = { url: 'https://media.example/a.jpg', type: 'image' as const };

  it.each<[string, Post]>([
    ['with links', { text: 'See https://example.com/a?b=1&c=(2), example.org/x and http://e.com.', media: [] }],
    ['with characters of HTML', { text: 'a < b && c > d &amp; "e"', media: [] }],
    ['with emoji and decomposed letters', { text: '👨‍👩‍👧‍👦 cafe\u0301 👋', media: [] }],
    ['with an image', { text: 'Look at example.com', media: [image] }],
    ['with images alone', { text: '', media: [image, image] }],
  ])('finds a post %s in the timeline', async (_what, post) => {
    await using server = await startSimulatedServer('twitter');
    const { finding } = await sendAndLook('twitter', server, post, 'ok_then_drop');
    const [live] = await server.posts();
    expect(finding).toMatchObject({ found: 'candidates', posts: [{ platformPostId: live?.id }] });
  });
});
