import { chosenServerHost } from '../../accounts/rules/chosen-server.ts';
import { loadAccountServers } from '../../accounts/store/accounts.ts';
import { settings } from '../../core/config/settings.ts';
import { log } from '../../core/observability/log.ts';
import { queueUrl, sendBatch } from '../../core/queue/sqs.ts';
import { readableRecords, splitIntoParts } from '../../core/stream/batches.ts';
import { PLATFORM_TABLE } from '../../platforms/platforms.ts';
import { stageUrlsOf } from '../../platforms/stage-urls.ts';
import { planChosenServerPolls, pollTurns } from '../rules/poll-plan.ts';
import { listDuePostMetricsKeys, loadPollTargets, type PollTarget } from '../store/post-metrics.ts';
import type { PollMessage } from './poll-metrics.ts';

export const MAX_POSTS_PER_RUN = 20_000;
// Limits how many posts are in memory.
const LOAD_BATCH_SIZE = 5_000;
// Less than the function's timeout of five minutes. The remaining posts are due in the next run.
const MAX_RUN_MS = 270_000;

/** A message for an account whose server its workspace has chosen. */
type ChosenServerPoll = { message: PollMessage; workspace_id: string; server: string };

/**
 * Queue the posts whose metrics poll is due: one message per account and batch of posts that its platform accepts in one
 * request, in the group of its workspace. Workspaces take turns, each with its oldest posts. The messages of accounts
 * whose servers are not the platform's own follow at the end, spread over the time until the next run. The posts are not
 * marked as queued: polling sets their next due time, and a second message finds nothing due.
 */
export async function enqueueDuePolls(nowMs: number): Promise<void> {
  const keys = await listDuePostMetricsKeys(new Date(nowMs).toISOString(), MAX_POSTS_PER_RUN);
  const turns = pollTurns(keys);
  const toChosenServers: ChosenServerPoll[] = [];
  let enqueued = 0;
  for (let start = 0; start < turns.length; ) {
    const part: typeof keys = [];
    while (start < turns.length && part.length < LOAD_BATCH_SIZE) part.push(...turns[start++]!);
    if (Date.now() - nowMs > MAX_RUN_MS) {
      log.warn('run time limit reached', { due: keys.length, enqueued });
      break;
    }
    const posts = readableRecords('PostMetrics', await loadPollTargets(part));
    const accounts = Map.groupBy(posts, ({ workspace_id, account_id }) => `${workspace_id}\n${account_id}`);
    const messages = [...accounts.values()].flatMap(toPollMessages);
    const servers = await loadChosenServers(messages);
    const serverOf = ({ account_id }: PollMessage) => servers.get(account_id) ?? null;
    const direct = messages.filter((message) => serverOf(message) === null);
    await sendBatch(queueUrl('METRIC_POLL'), direct);
    for (const message of messages) {
      const server = serverOf(message);
      if (server !== null) toChosenServers.push({ message, workspace_id: message.workspace_id, server });
    }
    enqueued += posts.length;
  }
  await sendSpread(toChosenServers);
}

async function sendSpread(polls: ChosenServerPoll[]): Promise<void> {
  const nowMs = Date.now();
  const planned = planChosenServerPolls(polls, settings().metricPollEveryMinutes);
  if (planned.length < polls.length) log.warn('polls left for the next run', { left: polls.length - planned.length });
  const startMs = new Map(planned.map((poll) => [poll.message, poll.startMs]));
  await sendBatch(queueUrl('METRIC_POLL'), [...startMs.keys()], {
    arrivalMs: (message) => nowMs + startMs.get(message)!,
  });
}

/** Load the hosts of the servers that workspaces have chosen, by account. Only some platforms have such servers. */
async function loadChosenServers(messages: PollMessage[]): Promise<Map<string, string>> {
  const named = messages.filter(({ platform }) => PLATFORM_TABLE[platform].ownsServer !== undefined);
  const accounts = await loadAccountServers(named.map(({ workspace_id, account_id: id }) => ({ workspace_id, id })));
  return new Map(
    accounts.flatMap((account) => {
      const host = chosenServerHost(account, stageUrlsOf(account.platform).api);
      return host === null ? [] : [[account.id, host]];
    }),
  );
}

/** Return the messages for the posts of one account. */
function toPollMessages(posts: PollTarget[]): PollMessage[] {
  const { workspace_id, platform, account_id } = posts[0]!;
  if (account_id === null) return [];
  const ids = posts.map(({ id }) => id);
  const { maxPostsPerPoll = ids.length } = PLATFORM_TABLE[platform].metrics ?? {};
  return splitIntoParts(ids, maxPostsPerPoll).map((part) => ({ workspace_id, platform, account_id, ids: part }));
}
