import { storedCredentials } from '../../accounts/credentials/stored-credentials.ts';
import type { Account } from '../../accounts/rules/account.ts';
import { isSandboxAccountId } from '../../accounts/rules/sandbox-account.ts';
import { loadReconnectedAccounts } from '../../accounts/store/account-reservations.ts';
import { loadAccount } from '../../accounts/store/accounts.ts';
import type { Content } from '../../content/rules/content.ts';
import { partsFor } from '../../content/rules/post/thread.ts';
import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { sendsInDoubt, windowOf } from '../../content/rules/sends/post-identification.ts';
import { log } from '../../core/observability/log.ts';
import { POST_READERS } from '../../platforms/adapters.ts';
import type { ReadPost } from '../../platforms/kit/post-reader.ts';
import { PLATFORM_TABLE } from '../../platforms/platforms.ts';
import { assertOnPostOfTarget, idOfNamedPost, parseNamedPost } from '../rules/named-post.ts';
import { isLivePart } from '../rules/resolve-unconfirmed.ts';
import { readConnection } from './platform-connection.ts';

/** Less than the endpoint's timeout. */
const READ_DEADLINE_MS = 5_000;

const UNREAD: ReadPost = { found: 'unread' };

/**
 * Identify the post that a person names by its URL as that of the unconfirmed part of a target, with one read of the
 * platform where the URL does not tell enough. A read that fails does not reject the URL. Throws 422 for the URL of any
 * other post.
 */
export async function identifyNamedPost(
  content: Content,
  entry: ScheduleEntry,
  { part = 0, url }: { part?: number | undefined; url: string },
) {
  const { platform, workspace_id } = entry;
  const kind = partsFor(content, platform)[part]?.kind ?? 'post';
  const account = isSandboxAccountId(entry.account_id) ? null : await loadAccountOf(workspace_id, entry.account_id);
  const named = parseNamedPost(entry, url, kind, account?.external_id);
  const post = { platformPostId: named.id, url };
  // Whether another part, or one in another state, has this post already, the transition decides.
  const isUnconfirmed = entry.state === 'unconfirmed' && part === entry.parts.length;
  if (!isUnconfirmed || isLivePart(content, entry, part, post)) return post;
  const isComment = kind === 'comment' && PLATFORM_TABLE[platform].postUrl.parseComment !== undefined;
  if (isComment) assertOnPostOfTarget(content, entry, url);
  const read = account && !isComment ? await readPost(entry, account, url) : UNREAD;
  return { platformPostId: idOfNamedPost(entry, named, account?.external_id, read), url };
}

/** Load the account of a target, also where it was deleted and is connected again under another id. */
async function loadAccountOf(workspaceId: string, accountId: string | null): Promise<Account | null> {
  if (accountId === null) return null;
  const account = await loadAccount(workspaceId, accountId);
  if (account) return account;
  const presentId = (await loadReconnectedAccounts(workspaceId, [accountId])).get(accountId);
  return presentId === undefined ? null : loadAccount(workspaceId, presentId);
}

/** Read the post from the platform, where there is a reader. Any error counts as unread. */
async function readPost(entry: ScheduleEntry, account: Account, url: string): Promise<ReadPost> {
  const read = POST_READERS[entry.platform];
  if (!read) return UNREAD;
  try {
    const credentials = await storedCredentials(account);
    if (!credentials) return UNREAD;
    const sends = sendsInDoubt(entry).map((send) => {
      return { preparation: send.prepared_state ?? {}, window: windowOf(send) };
    });
    // As a browser understands it, which is how it was parsed.
    return await read(new URL(url).href, sends, credentials, readConnection(account, READ_DEADLINE_MS));
  } catch (error) {
    const { workspace_id, id: account_id, platform } = account;
    log.warn('named post not read', { workspace_id, account_id, platform, error: error as Error });
    return UNREAD;
  }
}
