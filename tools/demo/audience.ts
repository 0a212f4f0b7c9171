import { setTimeout as sleep } from 'node:timers/promises';
import { SIMULATOR_ACCOUNTS } from '../local-stack/simulator-accounts.ts';
import type { DemoComment } from './content.ts';
import type { DemoRun } from './run.ts';

interface Target {
  platform: string;
  platform_post_id: string | null;
}

/** On a busy machine a post may be published after the service has settled, by another attempt minutes later. */
const MAX_ATTEMPTS = 300;
const PAUSE_MS = 1_000;

let commentCount = 0;

/** Let the simulated platforms report the comments of the audience on an item, by their webhooks. */
export async function sendComments(run: DemoRun, itemId: string, comments: readonly DemoComment[]): Promise<void> {
  for (const comment of comments) {
    for (let attempt = 1; !(await sendComment(run, itemId, comment)); attempt++) {
      if (attempt === MAX_ATTEMPTS) {
        throw new Error(`${comment.platform}: the comment on ${itemId} was not accepted`);
      }
      await sleep(PAUSE_MS);
    }
  }
}

/** Report a comment. Returns whether the service has accepted it, which knows the post once it is published. */
async function sendComment(run: DemoRun, itemId: string, { platform, actor, text }: DemoComment): Promise<boolean> {
  const api = await run.as('ida');
  const { targets } = (await api('GET', `/content/${itemId}`)) as { targets: Target[] };
  const account = run.accounts.find((each) => each.platform === platform)!;
  const { inbound } = SIMULATOR_ACCOUNTS.find((each) => each.platform === platform)!;
  const post = targets.find((target) => target.platform === platform)!;
  if (post.platform_post_id === null) return false;
  // The ids of comments are numbers, and each is unique, also among those of posts that are reported at once.
  const id = `${Date.now()}${commentCount++}`;
  const about = { platform, account: account.external_id, post_id: post.platform_post_id, text, actor, id };
  const body = JSON.stringify({ ...about, url: account.inbound_url, ...inbound });
  const response = await fetch(`${run.service.url}/_simulator/comments`, { method: 'POST', body });
  const { answer } = (await response.json()) as { answer?: { accepted?: number; queued?: number } };
  return Boolean(answer?.accepted || answer?.queued);
}
