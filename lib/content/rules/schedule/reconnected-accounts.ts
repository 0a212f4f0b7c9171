import { contentHash } from '../approval/content-hash.ts';
import type { Content, Target } from '../content.ts';

/** The id under which an account is connected now, by the id under which it was deleted. */
export type ReconnectedAccounts = ReadonlyMap<string, string>;

/**
 * Return an item whose accounts have been deleted and connected again with their present ids, and its targets with them.
 * They are the same accounts of the platform, so an approval of the item remains.
 */
export function withReconnectedAccounts(content: Content, reconnected: ReconnectedAccounts): Content {
  if (reconnected.size === 0) return content;
  const presentId = (id: string) => reconnected.get(id) ?? id;
  const targets = Object.entries(content.targets).map(([key, target]): [string, Target] => {
    const { account_id } = target;
    return [presentId(key), { ...target, account_id: account_id === null ? null : presentId(account_id) }];
  });
  const accounts = content.accounts.map(({ id, platform }) => ({ id: presentId(id), platform }));
  const after = { ...content, accounts, targets: Object.fromEntries(targets) };
  const { approval } = content;
  if (approval?.content_hash !== contentHash(content)) return after;
  return { ...after, approval: { ...approval, content_hash: contentHash(after) } };
}
