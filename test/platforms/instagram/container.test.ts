import { afterEach, describe, expect, it, vi } from 'vitest';
import { instagramPublisher as instagram } from '../../../lib/platforms/instagram/adapter/publish.ts';
import type { PreparedState, SentPost } from '../../../lib/platforms/kit/publisher.ts';
import {
  ACCOUNTS,
  makeConnection,
  makePost,
  makePreparation,
  startRejectingServer,
  startServer,
} from '../platforms.ts';

const account = ACCOUNTS.instagram;
const post = makePost('instagram');
const EARLIER = { containerId: '11' };
const BASE = '/v26.0';

interface Answers {
  quota?: unknown;
  /** What is answered of each container, in order; the last one repeats. */
  states?: unknown[];
  media?: unknown[];
}

const QUOTA_LEFT = { data: [{ quota_usage: 2, config: { quota_total: 50, quota_duration: 86_400 } }] };
const status = (status_code: string, words = status_code) => ({ id: '1', status_code, status: words });
const GONE = { error: { code: 100, error_subcode: 33, message: 'does not exist' } };
const PERMALINK = 'https://www.instagram.com/p/x/';

/** An Instagram that makes container 22, and answers of containers and media what the test says. */
function startInstagram({ quota = QUOTA_LEFT, states = [status('FINISHED')], media = [] }: Answers) {
  let asked = 0;
  return startServer((request, response) => {
    const url = request.url ?? '';
    let body: unknown = { error: { code: 1 } };
    if (request.method === 'POST' && url.endsWith('/media')) body = { id: '22' };
    else if (url.includes('/content_publishing_limit?')) body = quota;
    else if (url.includes('/media?')) body = { data: media };
    else if (url.includes('status_code')) body = states[Math.min(asked++, states.length - 1)];
    const rejected = typeof body === 'object' && body !== null && 'error' in body;
    response.writeHead(rejected ? 400 : 200).end(JSON.stringify(body));
  });
}

async function prepare(answers: Answers, earlier: typeof EARLIER | null, deadlineMs?: number) {
  await using server = await startInstagram(answers);
  const connection = makeConnection(server.origin, deadlineMs);
  const outcome = await instagram.prepare(post, account, connection, makePreparation(earlier));
  return { outcome, calls: server.urls.map((url) => url.replace(/\?.*/, '')) };
}

const media = (id: string, caption: string | undefined, timestamp: string) => ({
  id,
  caption,
  timestamp,
  permalink: PERMALINK,
  media_type: 'IMAGE',
});

afterEach(() => {
  vi.useRealTimers();
});

describe("Instagram's quota", () => {
  it('is asked for before a container is made', async () => {
    const { outcome, calls } = await prepare({}, null);
    expect(outcome).toEqual({ outcome: 'prepared', preparation: { containerId: '22' } });
    expect(calls).toEqual([
      `${BASE}/${account.externalId}/content_publishing_limit`,
      `${BASE}/${account.externalId}/media`,
      `${BASE}/22`,
    ]);
  });

  it.each([50, 51])('holds the post for half an hour when %s of 50 are used', async (quota_usage) => {
    const quota = { data: [{ quota_usage, config: { quota_total: 50 } }] };
    const { outcome, calls } = await prepare({ quota }, null);
    expect(outcome).toEqual({
      outcome: 'retry',
      error: {
        code: 'rate_limited',
        message: expect.stringContaining(`${quota_usage} of 50`),
        category: 'rate_limit',
        retryable: true,
      },
      retryAfterSeconds: 1_800,
    });
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['is rejected', { error: { code: 190 } }],
    ['is empty', { data: [] }],
    ['is in words', { data: [{ quota_usage: 'many', config: { quota_total: 50 } }] }],
    ['has no total', { data: [{ quota_usage: 99 }] }],
  ])('does not stop the post when it %s', async (_what, quota) => {
    expect((await prepare({ quota }, null)).outcome).toMatchObject({ outcome: 'prepared' });
  });
});

describe('The container of an earlier attempt', () => {
  const untouched = [`${BASE}/11`];

  it('is used again when it is finished', async () => {
    const { outcome, calls } = await prepare({}, EARLIER);
    expect(outcome).toEqual({ outcome: 'prepared', preparation: EARLIER });
    expect(calls).toEqual(untouched);
  });

  it('is waited for while it is in progress', async () => {
    const states = [status('IN_PROGRESS'), status('FINISHED')];
    const { outcome, calls } = await prepare({ states }, EARLIER);
    expect(outcome).toEqual({ outcome: 'prepared', preparation: EARLIER });
    expect(calls).toEqual([...untouched, ...untouched]);
  });

  it('is not waited for past the deadline', async () => {
    const { outcome } = await prepare({ states: [status('IN_PROGRESS')] }, EARLIER, 2_000);
    expect(outcome).toMatchObject({ outcome: 'retry', error: { code: 'media_not_ready' } });
  });

  it('is a post already when it is published', async () => {
    const { outcome, calls } = await prepare({ states: [status('PUBLISHED')] }, EARLIER);
    expect(outcome).toEqual({ outcome: 'already_live' });
    expect(calls).toEqual(untouched);
  });

  it.each([
    ['expired', status('EXPIRED')],
    ['failed', status('ERROR', 'Error: 2207053')],
    ['gone', GONE],
    ['gone by another name', { error: { code: 24, error_subcode: 2207006 } }],
  ])('is replaced when it is %s', async (_what, state) => {
    const { outcome, calls } = await prepare({ states: [state, status('FINISHED')] }, EARLIER);
    expect(outcome).toEqual({ outcome: 'prepared', preparation: { containerId: '22' } });
    expect(calls).toContain(`${BASE}/${account.externalId}/media`);
  });

  it.each([
    ['the token is rejected', { error: { code: 190 } }, 'rejected'],
    ['Instagram fails', { error: { code: 2 } }, 'retry'],
    ['its state is not a documented one', status('ODD'), 'retry'],
  ])('is not replaced when %s', async (_what, state, outcome) => {
    const prepared = await prepare({ states: [state] }, EARLIER);
    expect(prepared.outcome).toMatchObject({ outcome });
    expect(prepared.calls).toEqual(untouched);
  });

  it('is not replaced when Instagram cannot be reached', async () => {
    const connection = makeConnection(await startRejectingServer());
    const outcome = await instagram.prepare(post, account, connection, makePreparation(EARLIER));
    expect(outcome).toMatchObject({ outcome: 'retry', error: { code: 'unreachable' } });
  });
});

describe('A container that no attempt has seen finished', () => {
  const MINUTE = 60_000;
  const made = (minutesAgo: number) => ({
    containerId: '11',
    createdAt: new Date(Date.now() - minutesAgo * MINUTE).toISOString(),
  });

  async function continueWith(answers: Answers, saved: PreparedState, hasTime = () => false) {
    await using server = await startInstagram(answers);
    const preparation = makePreparation(saved, hasTime);
    const outcome = await instagram.prepare(post, account, makeConnection(server.origin), preparation);
    return { outcome, calls: server.urls.map((url) => url.replace(/\?.*/, '')), saved: preparation.saved };
  }

  it('is continued for five minutes, and the quota is not asked for again', async () => {
    const earlier = made(4.9);
    const { outcome, calls, saved } = await continueWith({ states: [status('IN_PROGRESS')] }, earlier);
    expect(outcome).toMatchObject({ outcome: 'unfinished', error: { code: 'media_not_ready', category: 'platform' } });
    expect(calls).toEqual([`${BASE}/11`]);
    expect(saved).toEqual(earlier);
  });

  it('is used when it is finished, and is then a finished one', async () => {
    const { outcome } = await continueWith({}, made(1));
    expect(outcome).toEqual({ outcome: 'prepared', preparation: { containerId: '11' } });
  });

  it('is used after five minutes too when it is finished', async () => {
    const { outcome, calls } = await continueWith({}, made(20));
    expect(outcome).toEqual({ outcome: 'prepared', preparation: { containerId: '11' } });
    expect(calls).toEqual([`${BASE}/11`]);
  });

  it('is replaced after five minutes and the usual delay while it is in progress', async () => {
    const states = [status('IN_PROGRESS'), status('FINISHED')];
    const first = await continueWith({ states }, made(5.1), () => true);
    expect(first.outcome).toMatchObject({ outcome: 'retry', error: { code: 'media_not_ready' } });
    expect(first.calls).toEqual([`${BASE}/11`]);
    const { outcome } = await continueWith({ states }, first.saved!, () => true);
    expect(outcome).toEqual({ outcome: 'prepared', preparation: { containerId: '22' } });
  });

  it('is retried with the usual delay when the five minutes end while it is waited for', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { outcome } = await continueWith({ states: [status('IN_PROGRESS')] }, made(4.99), () => {
      vi.setSystemTime(Date.now() + MINUTE);
      return false;
    });
    expect(outcome).toMatchObject({ outcome: 'retry', error: { code: 'media_not_ready' } });
  });

  it.each([
    ['its image is of a wrong type', status('ERROR', 'Error: 2207005'), 'rejected', 'media_unsupported'],
    ['Instagram failed', status('ERROR', 'Error: 2207053'), 'retry', 'unexpected_answer'],
    ['it is gone', GONE, 'retry', 'container_gone'],
    ['it has expired', status('EXPIRED'), 'retry', 'container_gone'],
  ])('is abandoned with the reason when %s, and the next attempt starts over', async (_what, state, outcome, code) => {
    const result = await continueWith({ states: [state] }, made(1), () => true);
    expect(result.outcome).toMatchObject({ outcome, error: { code } });
    expect(result.calls).toEqual([`${BASE}/11`]);
    expect(result.saved).toEqual({});
  });

  it.each([
    ['the token is rejected', { error: { code: 190 } }, 'rejected'],
    ['its state cannot be read', { error: { code: 2 } }, 'retry'],
  ])('is kept when %s', async (_what, state, outcome) => {
    const earlier = made(1);
    const result = await continueWith({ states: [state] }, earlier, () => true);
    expect(result.outcome).toMatchObject({ outcome });
    expect(result.saved).toEqual(earlier);
  });

  it('is saved before it is waited for, but not when it is finished at once', async () => {
    const slow = await continueWith({ states: [status('IN_PROGRESS')] }, {}, firstTimeOnly());
    expect(slow.outcome).toMatchObject({ outcome: 'unfinished' });
    expect(slow.saved).toEqual({ containerId: '22', createdAt: expect.any(String) });
    const fast = await continueWith({}, {}, () => true);
    expect(fast.saved).toEqual({});
  });

  it('is not created when no time is left', async () => {
    const { outcome, calls } = await continueWith({}, {});
    expect(outcome).toMatchObject({ outcome: 'unfinished', error: { code: 'preparation_slow' } });
    expect(calls).toEqual([`${BASE}/${account.externalId}/content_publishing_limit`]);
  });

  /** Enough time for the first step. */
  function firstTimeOnly(): () => boolean {
    let calls = 0;
    return () => ++calls === 1;
  }
});

describe('Reconciling a post with the state of its container', () => {
  const NOW = Date.parse('2026-11-20T22:31:30Z');
  const sentPost = (secondsAgo: number, containerId = '11'): SentPost => ({
    ...post,
    preparation: { containerId },
    window: { fromMs: NOW - secondsAgo * 1_000, toMs: NOW - (secondsAgo - 60) * 1_000 },
  });

  async function reconcile(answers: Answers, sent = sentPost(60)) {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    await using server = await startInstagram(answers);
    const finding = await instagram.reconcile(sent, account, makeConnection(server.origin));
    return { finding, urls: server.urls };
  }

  it('lists the posts with its caption that were published in its window, with URL and time', async () => {
    const { finding, urls } = await reconcile({
      states: [status('PUBLISHED')],
      media: [
        media('37', post.text, '2026-11-20T22:31:31+0000'),
        media('36', post.text, '2026-11-20T22:30:40+0000'),
        media('35', 'Another', '2026-11-20T22:30:35+0000'),
        media('34', `${post.text}\n`, '2026-11-20T22:30:31+0000'),
        media('33', post.text, '2026-11-20T22:30:29+0000'),
      ],
    });
    const found = (platformPostId: string, time: string) => ({
      platformPostId,
      url: PERMALINK,
      publishedAtMs: Date.parse(time),
    });
    const posts = [found('36', '2026-11-20T22:30:40Z'), found('34', '2026-11-20T22:30:31Z')];
    expect(finding).toEqual({ found: 'candidates', posts });
    expect(urls).toEqual([
      `${BASE}/11?fields=status_code,status`,
      `${BASE}/${account.externalId}/media?fields=id,caption,timestamp,permalink&limit=25`,
    ]);
  });

  it.each([
    ['none has its caption', [media('34', 'Another', '2026-11-20T22:30:31+0000')]],
    [
      'one has its caption in other white space',
      [media('34', post.text.replace(' ', '  '), '2026-11-20T22:30:31+0000')],
    ],
    ['the time cannot be read', [media('34', post.text, 'soon')]],
    ['its id is too long', [media('3'.repeat(33), post.text, '2026-11-20T22:30:31+0000')]],
  ])('names no post of a published one when %s', async (_what, list) => {
    const { finding } = await reconcile({ states: [status('PUBLISHED')], media: list });
    expect(finding).toEqual({ found: 'candidates', posts: [] });
  });

  it('proves nothing when the posts cannot be read', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    await using server = await startServer((request, response) => {
      const isState = request.url?.includes('status_code');
      response.writeHead(isState ? 200 : 500).end(JSON.stringify(isState ? status('PUBLISHED') : {}));
    });
    expect(await instagram.reconcile(sentPost(60), account, makeConnection(server.origin))).toEqual({
      found: 'not_seen',
    });
  });

  it('calls a finished one not live after a minute', async () => {
    expect((await reconcile({}, sentPost(60))).finding).toEqual({ found: 'not_live' });
  });

  it('waits a minute before a finished one proves anything: the request may still be at work', async () => {
    expect((await reconcile({}, sentPost(59))).finding).toEqual({ found: 'not_seen' });
  });

  it.each([
    ['an expired one', status('EXPIRED')],
    ['a failed one', status('ERROR')],
    ['one in progress', status('IN_PROGRESS')],
    ['one that is gone', GONE],
    ['one whose state is not documented', status('ODD')],
    ['a rejection', { error: { code: 190 } }],
  ])('proves nothing by %s', async (_what, state) => {
    const { finding, urls } = await reconcile({ states: [state] }, sentPost(3_600));
    expect(finding).toEqual({ found: 'not_seen' });
    expect(urls).toHaveLength(1);
  });

  it('asks nothing when no container is known', async () => {
    const { finding, urls } = await reconcile({}, { ...sentPost(60), preparation: {} });
    expect(finding).toEqual({ found: 'not_seen' });
    expect(urls).toEqual([]);
  });

  it('proves nothing by silence', async () => {
    const connection = makeConnection(await startRejectingServer());
    expect(await instagram.reconcile(sentPost(60), account, connection)).toEqual({ found: 'not_seen' });
  });
});
