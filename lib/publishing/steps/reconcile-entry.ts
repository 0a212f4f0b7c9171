import { credentialsOf } from '../../accounts/credentials/account-credentials.ts';
import type { Account } from '../../accounts/rules/account.ts';
import { PUBLISHERS, publisherOf } from '../../adapters/adapters.ts';
import type { FoundPost } from '../../adapters/kit/found-post.ts';
import type { Post, PublishingAccount, ReconcileOutcome } from '../../adapters/kit/publisher.ts';
import { lacksApproval } from '../../content/rules/approval.ts';
import type { Content } from '../../content/rules/content.ts';
import { type Identification, identifyPost, sendsWithKey, windowOf } from '../../content/rules/post-identification.ts';
import { entryError } from '../../content/rules/publish-failure-reasons.ts';
import type { ScheduleEntry, Send } from '../../content/rules/schedule-entry.ts';
import { nextPost } from '../../content/rules/thread.ts';
import {
  decideRepeat,
  markNotPublished,
  markPublished,
  scheduleNextCheck,
  stopChecking,
} from '../../content/rules/unconfirmed-transitions.ts';
import { loadOpenSendsOfOthers, sendKey } from '../../content/store/open-sends.ts';
import { isPostClaimConflict, loadClaimedPostIds } from '../../content/store/post-claims.ts';
import { settings } from '../../core/config/settings.ts';
import { log } from '../../core/observability/log.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import { advanceEntry, recordFinding, type StoredEntry } from './advance-entry.ts';
import type { AttemptOutcome } from './attempt-outcome.ts';
import { logConfirmedPost } from './confirmed-post.ts';
import { getPlatformConnection } from './platform-connection.ts';
import { repeatSend } from './repeat-send.ts';
import type { UsableCredentials } from './token-retry.ts';

const READ_DEADLINE_MS = 15_000;

/**
 * Check with the platform whether an unconfirmed post is live, and save the result. On a platform that stores a post
 * under a key of ours, one that is not live is sent again within the lateness limit, unless its item has lost the approval
 * that the workspace requires.
 */
export async function reconcileEntry(
  stored: StoredEntry,
  account: Account | null,
  workspaceSettings: WorkspaceSettings,
  endsAtMs: number,
): Promise<void> {
  const { entry, content } = stored;
  const access = await credentialsOf(account);
  // Without a token the check is repeated later: the account may be reconnected before the last check.
  const finding: Finding = access.state === 'usable' ? await findPost(entry, content, access) : { result: 'not_seen' };
  if (finding.result === 'found') {
    logConfirmedPost(entry, finding.post);
    try {
      await recordFinding(stored, (content) => markPublished(content, entry, finding.post, Date.now()), 'confirmed');
      return;
    } catch (error) {
      if (!isPostClaimConflict(error)) throw error;
    }
  }
  const limit = settings().latenessLimitSeconds;
  if (finding.result === 'not_live' && access.state === 'usable') {
    const last = openSendsWithText(entry, content, access.credentials).at(-1);
    const isApproved = !lacksApproval(content, workspaceSettings);
    const next = decideRepeat(entry, last, Date.now(), limit, isApproved);
    if (next.action === 'repeat') return repeatSend(stored, next.send, access, workspaceSettings, endsAtMs);
    if (next.action === 'wait') {
      await advanceEntry(stored, (content) => scheduleNextCheck(content, entry, Date.now(), limit), 'not live yet');
      return;
    }
    await advanceEntry(stored, (content) => markNotPublished(content, entry, Date.now(), limit), 'not live');
  } else if (finding.result === 'unsupported') {
    await advanceEntry(stored, (content) => stopChecking(content, entry, Date.now()), 'cannot be looked up');
  } else {
    await advanceEntry(stored, (content) => scheduleNextCheck(content, entry, Date.now(), limit), 'not seen');
  }
}

/**
 * Return the outcome of an attempt. After sends with an unknown outcome, a duplicate may be the post of one of them: it
 * is, if it is identified. It is not, if the platform names another post, or if none of them created one.
 */
export async function resolveDuplicate(
  { entry, content }: StoredEntry,
  outcome: AttemptOutcome,
  access: UsableCredentials,
): Promise<AttemptOutcome> {
  if (outcome.outcome !== 'rejected' || outcome.error.code !== 'duplicate_content') return outcome;
  const finding = await findPost(entry, content, access, outcome.duplicateOf);
  if (finding.result === 'found') return { outcome: 'identified', post: finding.post };
  const isAnother = finding.result === 'no_sends' || finding.result === 'not_live' || finding.result === 'none';
  return isAnother ? outcome : { outcome: 'unresolved', error: outcome.error };
}

/** Return the outcome of an attempt that created no post, because that of an earlier send is live. */
export async function resolveEarlierSend(
  { entry, content }: StoredEntry,
  access: UsableCredentials,
): Promise<AttemptOutcome> {
  const finding = await findPost(entry, content, access);
  if (finding.result === 'found') return { outcome: 'identified', post: finding.post };
  return { outcome: 'unresolved', error: entryError('outcome_unknown') };
}

/** `none`: the named post is another one. `no_sends`: there is no send with this text whose outcome is unknown. */
type Finding = Identification | { result: 'not_live' | 'not_seen' | 'unsupported' | 'no_sends' };

/** Look for the post of each send with an unknown outcome: on the platform, or compare with the one it `named`. */
async function findPost(
  entry: ScheduleEntry,
  content: Content,
  { account, credentials }: UsableCredentials,
  named?: FoundPost,
): Promise<Finding> {
  const { platform } = entry;
  const post = nextPost(content, entry);
  const key = sendKeyFor(platform, credentials, post);
  const results: Exclude<Finding, { result: 'found' }>['result'][] = [];
  for (const send of sendsWithKey(entry, key, Date.now())) {
    const connection = getPlatformConnection(account, READ_DEADLINE_MS);
    const sent = { ...post, preparation: send.prepared_state ?? {}, window: windowOf(send) };
    const found: ReconcileOutcome = named
      ? { found: 'candidates', posts: [named] }
      : await publisherOf(account).reconcile(sent, credentials, connection);
    if (found.found === 'own') {
      const { post, following } = found;
      return { result: 'found', post: { ...post, ...(following ? { following } : {}), send } };
    }
    if (found.found !== 'candidates') {
      results.push(found.found);
      continue;
    }
    const identification = await identify(entry, key, send, found.posts);
    if (identification.result === 'found') return identification;
    // A post that is not in a list may still be live.
    results.push(identification.result === 'none' && !named ? 'not_seen' : identification.result);
  }
  return { result: combine(results) };
}

/** List the sends of the present part of an entry, with its text on this account, whose outcome is unknown. */
function openSendsWithText(entry: ScheduleEntry, content: Content, credentials: PublishingAccount): Send[] {
  const key = sendKeyFor(entry.platform, credentials, nextPost(content, entry));
  return sendsWithKey(entry, key, Date.now());
}

/** Combine what is known of several sends: of all together, only what is known of each. */
function combine<Result extends string>(results: Result[]): Result | 'not_seen' | 'no_sends' {
  const [first] = results;
  if (first === undefined) return 'no_sends';
  return results.every((result) => result === first) ? first : 'not_seen';
}

/** Return the key of the sends of a text from an account: of all texts, where one request publishes a thread. */
export function sendKeyFor(
  platform: ScheduleEntry['platform'],
  { externalId }: PublishingAccount,
  { text, following = [] }: Pick<Post, 'text' | 'following'>,
) {
  const texts = [text, ...following.map((part) => part.text)].map(PUBLISHERS[platform].comparableText);
  return sendKey(platform, externalId, texts.join('\n'));
}

/** Identify the post of a send among posts that were read before. */
async function identify(
  { platform, content_id, workspace_id, id }: ScheduleEntry,
  key: string,
  send: Send,
  posts: FoundPost[],
): Promise<Identification> {
  if (posts.length === 0) return { result: 'none' };
  // In this order: a target that gets its post in between is among the first, or its claim among the second.
  const sends = await loadOpenSendsOfOthers(key, content_id);
  const claimedPostIds = await loadClaimedPostIds(
    platform,
    posts.map(({ platformPostId }) => platformPostId),
  );
  const identification = identifyPost(posts, send, { sends, claimedPostIds });
  if (identification.result === 'ambiguous') {
    log.warn('post may belong to another target', { workspace_id, content_id, schedule_id: id, platform });
  }
  return identification;
}
