import type { DefaultAccounts } from '../../accounts/rules/account.ts';
import type { Content } from '../../content/rules/content.ts';
import { destinationsOf } from '../../content/rules/content-targets.ts';
import { loadContents } from '../../content/store/contents.ts';
import { listNearestEntries } from '../../content/store/schedule-entries.ts';
import { fingerprintOf } from '../../duplicates/rules/content-fingerprint.ts';

/**
 * Load what the accounts of an item publish next to a time, and return whether an item repeats one of these posts. On each
 * side as many posts count as the cooldown has: an item that is made later must not come too close to one that exists.
 */
export async function cooldownAt(
  content: Content,
  at: string,
  { posts, defaults }: { posts: number; defaults: DefaultAccounts },
): Promise<(candidate: Content) => boolean> {
  const { workspace_id } = content;
  const found = await Promise.all(
    destinationsOf(content).map(async ({ platform, accountId }) => {
      const account_id = accountId ?? defaults[platform];
      const filter = account_id ? { account_id } : { platform };
      const entries = await listNearestEntries(workspace_id, filter, at, posts);
      return { platform, ids: new Set(entries.map(({ content_id }) => content_id)) };
    }),
  );
  const contents = await loadContents(workspace_id, [...new Set(found.flatMap(({ ids }) => [...ids]))]);
  const posted = new Set(
    found.flatMap(({ platform, ids }) =>
      contents.filter(({ id }) => ids.has(id)).map((each) => `${platform} ${fingerprintOf(each, platform)}`),
    ),
  );
  return (candidate) =>
    candidate.platforms.some((platform) => posted.has(`${platform} ${fingerprintOf(candidate, platform)}`));
}
