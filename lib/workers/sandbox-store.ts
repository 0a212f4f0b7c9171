import { randomBytes } from 'node:crypto';
import { requireEnv } from '../config/env.ts';
import type { Account } from '../domain/accounts/account.ts';
import { makeId, timeOfId } from '../domain/id.ts';
import { formatInstant } from '../domain/timestamps.ts';
import type { SandboxStore } from '../platforms/sandbox/store.ts';
import { commit } from '../table/commit.ts';
import { listSandboxPosts, sandboxPostWrite } from '../table/sandbox-posts.ts';

/** Return where a sandbox account publishes: the table, with a public page of this stage per post. */
export function sandboxStore(account: Account, attempt: number): SandboxStore {
  const { id: account_id, workspace_id, platform } = account;
  return {
    platform,
    attempt,
    async save(post) {
      const nowMs = Date.now();
      const id = makeId('sandboxPost', nowMs, randomBytes(10));
      const created_at = formatInstant(nowMs);
      await commit([sandboxPostWrite({ id, workspace_id, account_id, platform, ...post, created_at })]);
      return { id, url: pageUrl(id) };
    },
    async list(window) {
      const posts = await listSandboxPosts(account, window);
      return posts.map(({ id, text, media, created_at }) => {
        return { platformPostId: id, url: pageUrl(id), publishedAtMs: Date.parse(created_at), text, media };
      });
    },
    createdAtMs: timeOfId,
  };
}

function pageUrl(id: string): string {
  return `${requireEnv('BASE_URL')}/sandbox/posts/${id}`;
}
