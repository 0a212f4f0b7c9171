import { SIMULATOR_ACCOUNTS } from '../local-stack/simulator-accounts.ts';
import type { DemoComment } from './content.ts';
import type { DemoRun } from './run.ts';

interface Target {
  platform: string;
  platform_post_id: string | null;
}

/** Let the simulated platforms report the comments of the audience on an item, by their webhooks. */
export async function sendComments(run: DemoRun, itemId: string, comments: readonly DemoComment[]): Promise<void> {
  if (comments.length === 0) return;
  const api = await run.as('ida');
  const { targets } = (await api('GET', `/content/${itemId}`)) as { targets: Target[] };
  for (const [index, { platform, actor, text }] of comments.entries()) {
    const account = run.accounts.find((each) => each.platform === platform)!;
    const { inbound } = SIMULATOR_ACCOUNTS.find((each) => each.platform === platform)!;
    const post = targets.find((target) => target.platform === platform)!;
    // The ids of comments are numbers, and each is unique.
    const id = `${Date.now()}${index}`;
    const about = { platform, account: account.external_id, post_id: post.platform_post_id, text, actor, id };
    const body = JSON.stringify({ ...about, url: account.inbound_url, ...inbound });
    const response = await fetch(`${run.service.url}/_simulator/comments`, { method: 'POST', body });
    const { answer } = (await response.json()) as { answer?: { accepted?: number; queued?: number } };
    if (!answer?.accepted && !answer?.queued) throw new Error(`${platform}: the comment on ${itemId} was not accepted`);
  }
}
