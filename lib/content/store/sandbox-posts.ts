import type { Write } from '../../core/table/commit.ts';
import { load, loadAll, query } from '../../core/table/read.ts';
import { keyOf, type PrimaryKey, partition, toItem } from '../../core/table/schema.ts';
import { minIdAt } from '../../core/values/id.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import type { TimeWindow } from '../../platforms/kit/found-post.ts';
import { sandboxPostEntity } from '../entities/posts.ts';
import type { SandboxPost } from '../rules/post/sandbox-post.ts';

// As long as the metrics of a post are polled.
const RETENTION_DAYS = 90;

/** Build the write of a new sandbox post, which expires after 90 days. */
export function sandboxPostWrite(post: SandboxPost): Write {
  const expiresAtMs = Date.parse(post.created_at) + RETENTION_DAYS * DAY_MS;
  return { put: toItem(sandboxPostEntity, post, {}, expiresAtMs), condition: 'any' };
}

/** Load a sandbox post, of any workspace; null when there is none, or when it has expired at `nowMs`. */
export async function loadSandboxPost(id: string, nowMs: number): Promise<SandboxPost | null> {
  const post = await load<SandboxPost>(keyOf(sandboxPostEntity, { id }));
  const isExpired = post !== null && Date.parse(post.created_at) + RETENTION_DAYS * DAY_MS <= nowMs;
  return isExpired ? null : post;
}

/** List the posts of a sandbox account that were stored in a window. The index may miss the last second. */
export async function listSandboxPosts(
  account: { workspace_id: string; id: string },
  { fromMs, toMs }: TimeWindow,
): Promise<SandboxPost[]> {
  const pk = partition(sandboxPostEntity, 'parent_pk', { workspace_id: account.workspace_id, account_id: account.id });
  const [from, to] = [minIdAt('sandboxPost', fromMs), minIdAt('sandboxPost', toMs + 1)];
  const listed = await query({ index: 'by_parent', pk, from, to });
  const posts = await loadAll<SandboxPost>(listed.map(({ pk, sk }) => ({ pk, sk }) as PrimaryKey));
  return posts.filter((post) => post !== null);
}
