import type { Content } from '../../lib/content/rules/content.ts';
import type { EntryError } from '../../lib/content/rules/schedule-entry.ts';
import { contentWrites, loadContent } from '../../lib/content/store/contents.ts';
import { loadClaimedPostIds } from '../../lib/content/store/post-claims.ts';
import { loadEntry } from '../../lib/content/store/schedule-entries.ts';
import { commit } from '../../lib/core/table/commit.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import {
  applyPublishOutcome,
  claim,
  type PublishOutcome,
  startSending,
} from '../../lib/publishing/rules/publish-transitions.ts';
import { markUnconfirmed } from '../../lib/publishing/rules/unconfirmed-transitions.ts';
import { newId, type Tenant } from './tenants.ts';

/** How far the publishing of one platform is taken. */
export type PublishStep = 'claimed' | 'sending' | 'unconfirmed' | PublishOutcome;

/** Do what the publish function does to the entry of one platform, without calling a platform. */
export async function publishTo(tenant: Tenant, id: string, platform: Platform, step: PublishStep): Promise<void> {
  const workspaceId = tenant.workspace.id;
  const load = async () => {
    const content = (await loadContent(workspaceId, id)) as Content;
    const entry = (await loadEntry(workspaceId, content.targets[platform]!.schedule_id))!;
    return { content, entry };
  };
  const move = async (rule: (now: Awaited<ReturnType<typeof load>>) => ReturnType<typeof claim>) => {
    const now = await load();
    await commit(contentWrites({ content: now.content, entries: [now.entry] }, rule(now)));
  };
  await move(({ content, entry }) => claim(content, entry, newId('attempt'), Date.now()));
  if (step === 'claimed') return;
  await move(({ content, entry }) => startSending(content, entry, { preparedState: {}, key: id }, Date.now()));
  if (step === 'sending') return;
  if (step === 'unconfirmed') {
    await move(({ content, entry }) => markUnconfirmed(content, entry, UNKNOWN, Date.now()));
    return;
  }
  const outcome = await withOwnPostId(platform, step);
  await move(({ content, entry }) => applyPublishOutcome(content, entry, outcome, Date.now(), 6 * 3600));
}

/** Give each post an id of its own, as a platform does: the next one, where another post of this test has it. */
async function withOwnPostId(platform: Platform, step: PublishOutcome): Promise<PublishOutcome> {
  if (step.outcome !== 'published') return step;
  const claimed = await loadClaimedPostIds({ platform, account_id: null }, [step.platformPostId]);
  if (claimed.size === 0) return step;
  const platformPostId = step.platformPostId.replace(/\d+$/, (digits) => String(BigInt(digits) + 1n));
  const url = step.url?.replace(step.platformPostId, platformPostId) ?? null;
  return withOwnPostId(platform, { ...step, platformPostId, url });
}

const UNKNOWN: EntryError = {
  code: 'no_answer',
  message: 'No whole answer came.',
  category: 'platform',
  retryable: false,
};

/** An outcome in which the platform took the post. */
export const PUBLISHED: PublishOutcome = {
  outcome: 'published',
  platformPostId: '1445880548472328192',
  url: 'https://x.com/i/web/status/1445880548472328192',
};

/** An outcome in which the platform rejected the post permanently. */
export const REJECTED: PublishOutcome = {
  outcome: 'rejected',
  error: { code: 'duplicate_content', message: 'The same text.', category: 'content', retryable: false },
};
