import { randomBytes } from 'node:crypto';
import type { Account } from '../../accounts/rules/account.ts';
import type { SandboxPost } from '../../content/rules/post/sandbox-post.ts';
import { listSandboxPosts, sandboxPostWrite } from '../../content/store/sandbox-posts.ts';
import { requireEnv } from '../../core/config/env.ts';
import { commit } from '../../core/table/commit.ts';
import { makeId, timeOfId } from '../../core/values/id.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import type { ReplyTo } from '../../platforms/kit/definition/platform-definition.ts';
import type { SandboxStore } from '../../platforms/kit/sandbox-store.ts';
import { reportsImpressions } from '../../platforms/platform.ts';

/** Return where a sandbox account publishes: the table, with a public page of this stage per post. */
export function sandboxStore(account: Account, attempt: number): SandboxStore {
  const { id: account_id, workspace_id, platform } = account;
  return {
    reportsImpressions: reportsImpressions(platform),
    attempt,
    async save(post) {
      const nowMs = Date.now();
      const owner = { workspace_id, account_id, platform, created_at: formatInstant(nowMs) };
      const { text, media, following = [], replyTo } = post;
      // Ids in order of time: the pages and the list of the account have the parts in their order.
      const ids = [text, ...following].map((_, index) => makeId('sandboxPost', nowMs + index, randomBytes(10)));
      const [id] = ids as [string];
      const own = { id, text, media, ...owner, ...(replyTo ? { reply_to: toReplyTo(replyTo) } : {}) };
      const parts = following.map(({ kind, text, media }, index): SandboxPost => {
        const parent_id = kind === 'comment' ? id : ids[index]!;
        return { id: ids[index + 1]!, text, media, ...owner, reply_to: { kind, root_id: id, parent_id } };
      });
      await commit([own, ...parts].map(sandboxPostWrite));
      const [first, ...others] = ids.map((each) => ({ platformPostId: each, url: pageUrl(each) }));
      return [first!, ...others];
    },
    async list(window) {
      const posts = await listSandboxPosts(account, window);
      return posts.map(({ id, text, media, created_at, reply_to }) => {
        const found = { platformPostId: id, url: pageUrl(id), publishedAtMs: Date.parse(created_at), text, media };
        if (!reply_to) return found;
        return { ...found, replyTo: { kind: reply_to.kind, rootId: reply_to.root_id, parentId: reply_to.parent_id } };
      });
    },
    createdAtMs: timeOfId,
  };
}

function toReplyTo({ kind, rootId, parentId }: ReplyTo): SandboxPost['reply_to'] & object {
  return { kind, root_id: rootId, parent_id: parentId };
}

function pageUrl(id: string): string {
  return `${requireEnv('BASE_URL')}/sandbox/posts/${id}`;
}
