import { afterEach, describe, expect, it, vi } from 'vitest';
import { PLATFORMS, type Platform } from '../../lib/domain/platform.ts';
import { PUBLISHERS } from '../../lib/platforms/adapters.ts';
import type { Post, PreparedState, ReconcileOutcome } from '../../lib/platforms/publisher.ts';
import type { ScriptName } from '../../tools/simulator/fault-scripts.ts';
import { FIXTURES } from './fixtures.ts';
import { ACCOUNTS, makePost, makePreparation, publish, startSimulator, TOKEN } from './platforms.ts';

/** The scripts after which it is unknown whether the post is live. */
const UNKNOWN_ENDS: ScriptName[] = [
  'ok_then_drop',
  'drop_before_effect',
  'hang',
  '500_after_effect',
  '500_before_effect',
  '201_without_id',
  'html_502',
  'truncated_json',
  'drip',
];

/** Long enough for an answer on a busy machine; two of the scripts last as long. */
const DEADLINE_MS = 2_000;

type Simulator = Awaited<ReturnType<typeof startSimulator>>;

async function startWithAccount(platform: Platform): Promise<Simulator> {
  const simulator = await startSimulator();
  await simulator.register({ platform, account: ACCOUNTS[platform].externalId, access_token: TOKEN });
  return simulator;
}

async function prepare(platform: Platform, simulator: Simulator, post: Post, earlier: PreparedState | null) {
  const connection = simulator.connection(platform);
  const prepared = await PUBLISHERS[platform].prepare(post, ACCOUNTS[platform], connection, makePreparation(earlier));
  if (prepared.outcome !== 'prepared') throw new Error(JSON.stringify(prepared));
  return prepared.preparation;
}

/** Sends a post by a script after which nothing is known, and looks for it 61 seconds later. */
async function sendAndLook(platform: Platform, simulator: Simulator, post: Post, script: ScriptName) {
  const publisher = PUBLISHERS[platform];
  const account = ACCOUNTS[platform];
  const preparation = await prepare(platform, simulator, post, null);
  await simulator.script(platform, script);
  const sentAtMs = Date.now();
  const hurried = simulator.connection(platform, DEADLINE_MS);
  expect(await publisher.send(post, preparation, account, hurried)).toMatchObject({ outcome: 'unknown' });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  const window = { fromMs: Math.floor(sentAtMs / 1_000) * 1_000, toMs: sentAtMs + 60_000 };
  const sent = { ...post, preparation, window };
  return { preparation, finding: await publisher.reconcile(sent, account, simulator.connection(platform)) };
}

function postsOf(finding: ReconcileOutcome) {
  if (finding.found === 'own') return [finding.post];
  return finding.found === 'candidates' ? finding.posts : [];
}

afterEach(() => {
  vi.useRealTimers();
});

describe.each(PLATFORMS)('%s', (platform) => {
  const post = makePost(platform);

  it.each(UNKNOWN_ENDS)('tells the truth, as far as it can, after the script %s', async (script) => {
    await using simulator = await startWithAccount(platform);
    const { preparation, finding } = await sendAndLook(platform, simulator, post, script);
    const [live] = await simulator.posts();
    const { absent } = FIXTURES[platform];
    if (live === undefined || absent.found === 'unsupported') {
      expect(finding).toEqual(absent);
    } else {
      const [post] = postsOf(finding);
      expect(post).toMatchObject({ platformPostId: live.id });
      expect(Math.abs(post!.publishedAtMs - Date.parse(live.at))).toBeLessThan(1_000);
    }
    if (finding.found !== 'not_live') return;
    const again = await prepare(platform, simulator, post, preparation);
    const connection = simulator.connection(platform);
    const outcome = await PUBLISHERS[platform].send(post, again, ACCOUNTS[platform], connection);
    expect(outcome).toMatchObject({ outcome: 'published' });
    expect(await simulator.posts()).toHaveLength(1);
  });

  it('posts once when an attempt that was turned away is made again with what it left behind', async () => {
    await using simulator = await startWithAccount(platform);
    const connection = simulator.connection(platform);
    const account = ACCOUNTS[platform];
    const preparation = await prepare(platform, simulator, post, null);
    await simulator.script(platform, '429');
    expect(await PUBLISHERS[platform].send(post, preparation, account, connection)).toMatchObject({
      outcome: 'retry',
    });
    expect(await publish(platform, connection, post, account, preparation)).toMatchObject({
      outcome: 'published',
    });
    expect(await simulator.posts()).toHaveLength(1);
  });
});

describe('instagram', () => {
  it('does not send a post again whose container turns out to be published', async () => {
    await using simulator = await startWithAccount('instagram');
    const post = makePost('instagram');
    const { preparation } = await sendAndLook('instagram', simulator, post, 'ok_then_drop');
    const connection = simulator.connection('instagram');
    const account = ACCOUNTS.instagram;
    expect(await PUBLISHERS.instagram.prepare(post, account, connection, makePreparation(preparation))).toEqual({
      outcome: 'already_live',
    });
    expect(await simulator.posts()).toHaveLength(1);
  });

  it('is not asked to publish when the quota is used up', async () => {
    await using simulator = await startWithAccount('instagram');
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
    await using simulator = await startWithAccount('twitter');
    const { finding } = await sendAndLook('twitter', simulator, post, 'ok_then_drop');
    const [live] = await simulator.posts();
    expect(finding).toMatchObject({ found: 'candidates', posts: [{ platformPostId: live?.id }] });
  });
});
