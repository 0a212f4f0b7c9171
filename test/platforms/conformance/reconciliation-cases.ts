import { afterEach, expect, vi } from 'vitest';
import { PUBLISHERS } from '../../../lib/platforms/adapters.ts';
import type { Post, PreparedState, ReconcileOutcome } from '../../../lib/platforms/kit/publisher.ts';
import type { ScriptName } from '../../../lib/platforms/kit/simulator/fault-scripts.ts';
import type { Platform } from '../../../lib/platforms/platform.ts';
import { FIXTURES } from '../fixtures.ts';
import { makePost, makePreparation, publish, sendDuring } from '../platforms.ts';
import { defineCases, type PlatformServer, type Subject } from './platform-server.ts';

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

async function prepare(platform: Platform, server: PlatformServer, post: Post, earlier: PreparedState | null) {
  const preparation = makePreparation(earlier);
  const prepared = await PUBLISHERS[platform].prepare(post, server.account, server.connection(), preparation);
  if (prepared.outcome !== 'prepared') throw new Error(JSON.stringify(prepared));
  return prepared.preparation;
}

/** Send a post by a script after which nothing is known, and look for it 61 seconds later. The clock stays there. */
export async function sendAndLook(platform: Platform, server: PlatformServer, post: Post, script: ScriptName) {
  const publisher = PUBLISHERS[platform];
  const { account } = server;
  const preparation = await prepare(platform, server, post, null);
  await server.script(script);
  const sentAtMs = Date.now();
  const earlier = (await server.posts()).length;
  const send = () => publisher.send(post, preparation, account, server.connection());
  const hasArrived = async () => (await server.posts()).length > earlier;
  expect(await sendDuring(script, send, hasArrived)).toMatchObject({ outcome: 'unknown' });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  const window = { fromMs: Math.floor(sentAtMs / 1_000) * 1_000, toMs: sentAtMs + 60_000 };
  const sent = { ...post, preparation, window };
  return { preparation, finding: await publisher.reconcile(sent, account, server.connection()) };
}

function postsOf(finding: ReconcileOutcome) {
  if (finding.found === 'own') return [finding.post];
  return finding.found === 'candidates' ? finding.posts : [];
}

/** Define the cases of reconciliation: what the adapter finds out about a post whose outcome is unknown. */
export function describeReconciliation(subject: Subject): void {
  const { platform } = subject;
  const post = makePost(platform);
  const define = defineCases(subject);

  afterEach(() => {
    vi.useRealTimers();
  });

  for (const script of UNKNOWN_ENDS) {
    define(`tells the truth, as far as it can, after the script ${script}`, async () => {
      await using server = await subject.start();
      const { preparation, finding } = await sendAndLook(platform, server, post, script);
      const [live] = await server.posts();
      const { absent } = FIXTURES[platform];
      if (live === undefined || absent.found === 'unsupported') {
        expect(finding).toEqual(absent);
      } else {
        const [post] = postsOf(finding);
        expect(post).toMatchObject({ platformPostId: live.id });
        expect(Math.abs(post!.publishedAtMs - Date.parse(live.at))).toBeLessThan(1_000);
      }
      if (finding.found !== 'not_live') return;
      const again = await prepare(platform, server, post, preparation);
      const outcome = await PUBLISHERS[platform].send(post, again, server.account, server.connection());
      expect(outcome).toMatchObject({ outcome: 'published' });
      expect(await server.posts()).toHaveLength(1);
    });
  }

  define('posts once when an attempt that was turned away is made again with what it left behind', async () => {
    await using server = await subject.start();
    const { account } = server;
    const preparation = await prepare(platform, server, post, null);
    await server.script('429');
    expect(await PUBLISHERS[platform].send(post, preparation, account, server.connection())).toMatchObject({
      outcome: 'retry',
    });
    expect(await publish(platform, server.connection(), post, account, preparation)).toMatchObject({
      outcome: 'published',
    });
    expect(await server.posts()).toHaveLength(1);
  });
}
