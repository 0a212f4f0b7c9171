import { type CredentialsResult, getCredentials } from '../../accounts/credentials/account-credentials.ts';
import type { Account } from '../../accounts/rules/account.ts';
import { engagementsReadUpdate } from '../../accounts/store/accounts.ts';
import { log } from '../../core/observability/log.ts';
import { ConflictError } from '../../core/retry/conflict.ts';
import { commitUpdate } from '../../core/table/attribute-update.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { PUBLISHERS, publisherOf } from '../../platforms/adapters.ts';
import { MetricsUnavailableError } from '../../platforms/kit/http/metrics.ts';
import type { InboundEngagement } from '../../platforms/kit/publisher.ts';
import { getPlatformConnection } from '../../publishing/steps/platform-connection.ts';
import type { PollMessage } from './poll-metrics.ts';
import { requestUnlessStalled } from './unresponsive-hosts.ts';

const POLL_DEADLINE_MS = 10_000;
/** Platforms index a notification some time after the moment it states. Repeated ones are ingested once. */
const OVERLAP_MS = 10 * 60_000;

/** Stores engagements. Deduplicates them by their external ids. */
type Ingest = (engagements: InboundEngagement[], account: Account) => Promise<void>;

/**
 * Read the comments and mentions of an account whose platform sends no webhooks, from the last poll on, at first from
 * the time the account was connected. The time is stored after the ingestion: a poll that fails is repeated by the next.
 * `known`: the account, if it was just read.
 */
export async function pollEngagements(
  { workspace_id, platform, account_id }: PollMessage,
  known: CredentialsResult | null,
  ingest: Ingest,
): Promise<void> {
  if (PUBLISHERS[platform].engagements === undefined) return;
  const access = known ?? (await getCredentials(workspace_id, account_id));
  if (access.state !== 'usable') return;
  const { account, credentials } = access;
  const read = publisherOf(account).engagements;
  if (read === undefined) return;
  const nowMs = Date.now();
  const connectedMs = Date.parse(account.created_at);
  const readMs = account.engagements_read_at ? Date.parse(account.engagements_read_at) - OVERLAP_MS : connectedMs;
  const connection = getPlatformConnection(account, POLL_DEADLINE_MS);
  try {
    const host = new URL(connection.baseUrl).host;
    const since = Math.max(readMs, connectedMs);
    const found = await requestUnlessStalled(host, () => read(since, credentials, connection));
    if (found === undefined) return;
    const { engagements, isComplete } = found;
    if (!isComplete) log.warn('too many engagements for one poll', { workspace_id, account_id: account.id, platform });
    await ingest(engagements, account);
    await commitUpdate(engagementsReadUpdate(account, formatInstant(nowMs)));
  } catch (error) {
    // The account was deleted, or its platform cannot be read: neither is solved by repeating the message.
    if (error instanceof ConflictError) return;
    if (!(error instanceof MetricsUnavailableError)) throw error;
    log.warn('platform rejected engagement poll', { workspace_id, account_id: account.id, platform, error });
  }
}
