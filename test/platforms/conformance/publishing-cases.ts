import { expect } from 'vitest';
import { PUBLISHERS } from '../../../lib/platforms/adapters.ts';
import type { PublishOutcome } from '../../../lib/platforms/kit/publisher.ts';
import { SCRIPT_NAMES, type ScriptName } from '../../../lib/platforms/kit/simulator/fault-scripts.ts';
import { FIXTURES } from '../fixtures.ts';
import { makePost, makePreparation, publish, sendDuring } from '../platforms.ts';
import { defineCases, type Subject } from './platform-server.ts';

interface Expectation {
  outcome: PublishOutcome['outcome'];
  /** How many posts there are afterwards: never more than one. */
  posts: 0 | 1;
  category?: string;
  code?: string;
}

/** What an adapter concludes after each fault, unless a platform differs (`exceptions` of its fixture). */
export const EXPECTED: Record<ScriptName, Expectation> = {
  ok: { outcome: 'published', posts: 1 },
  ok_then_drop: { outcome: 'unknown', posts: 1, category: 'platform' },
  drop_before_effect: { outcome: 'unknown', posts: 0, category: 'platform' },
  hang: { outcome: 'unknown', posts: 1, category: 'platform' },
  '500_after_effect': { outcome: 'unknown', posts: 1, category: 'platform' },
  '500_before_effect': { outcome: 'unknown', posts: 0, category: 'platform' },
  '429': { outcome: 'retry', posts: 0, category: 'rate_limit' },
  '401_expired': { outcome: 'rejected', posts: 0, category: 'auth', code: 'unauthorized' },
  duplicate: { outcome: 'rejected', posts: 0, category: 'content', code: 'duplicate_content' },
  '402': { outcome: 'rejected', posts: 0, category: 'platform' },
  '426': { outcome: 'rejected', posts: 0, category: 'platform' },
  '201_without_id': { outcome: 'unknown', posts: 1, category: 'platform' },
  html_502: { outcome: 'unknown', posts: 1, category: 'platform' },
  truncated_json: { outcome: 'unknown', posts: 1, category: 'platform' },
  drip: { outcome: 'unknown', posts: 1, category: 'platform' },
  wrong_content_type: { outcome: 'published', posts: 1 },
};

/** Define the cases of publishing: what the adapter concludes from the responses of a server. */
export function describePublishing(subject: Subject): void {
  const { platform } = subject;
  const publisher = PUBLISHERS[platform];
  const post = makePost(platform);
  const define = defineCases(subject);

  for (const script of SCRIPT_NAMES) {
    define(`classifies the script ${script} and leaves at most one post`, async () => {
      const expected: Expectation = { ...EXPECTED[script], ...FIXTURES[platform].exceptions?.[script] };
      const { outcome, posts, category, code } = expected;
      await using server = await subject.start();
      const connection = server.connection();
      const prepared = await publisher.prepare(post, server.account, connection, makePreparation());
      if (prepared.outcome !== 'prepared') throw new Error(JSON.stringify(prepared));

      await server.script(script);
      const send = () => publisher.send(post, prepared.preparation, server.account, connection);
      const hasArrived = async () => (await server.posts()).length === posts;
      const sent = await sendDuring(script, send, hasArrived);

      expect(sent.outcome).toBe(outcome);
      if (sent.outcome === 'published') expect(sent.platformPostId).toBe((await server.posts())[0]?.id);
      else expect(sent.error.retryable).toBe(sent.outcome === 'retry');
      if (category !== undefined) {
        expect(sent).toMatchObject({ error: { category } });
      }
      if (code !== undefined) expect(sent).toMatchObject({ error: { code } });
      expect(await server.posts()).toHaveLength(posts);
    });
  }

  define('says after a 429 when the limit ends', async () => {
    await using server = await subject.start();
    await server.script('429');
    const outcome = await publish(platform, server.connection(), post, server.account);
    expect(outcome).toMatchObject({ outcome: 'retry', retryAfterSeconds: expect.any(Number) });
    expect(outcome.outcome === 'retry' && outcome.retryAfterSeconds).toBeGreaterThan(0);
  });

  define('posts once when it was prepared twice', async () => {
    await using server = await subject.start();
    await publisher.prepare(post, server.account, server.connection(), makePreparation());
    expect(await publish(platform, server.connection(), post, server.account)).toMatchObject({ outcome: 'published' });
    expect(await server.posts()).toHaveLength(1);
  });

  if (FIXTURES[platform].allowsDuplicates) return;
  define('names a post that is on the platform already a duplicate', async () => {
    await using server = await subject.start();
    await publish(platform, server.connection(), post, server.account);
    expect(await publish(platform, server.connection(), post, server.account)).toMatchObject({
      outcome: 'rejected',
      error: { code: 'duplicate_content', category: 'content' },
    });
    expect(await server.posts()).toHaveLength(1);
  });
}
