import type { Account } from '../../accounts/rules/account.ts';
import { isSandboxAccountId } from '../../accounts/rules/sandbox-account.ts';
import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { entryWrite } from '../../content/store/schedule-entries.ts';
import { log } from '../../core/observability/log.ts';
import { sendToGroup } from '../../core/queue/sqs.ts';
import { releaseLease, takeLease } from '../../core/rate-limit/in-flight-leases.ts';
import { leaseEndMs } from '../../core/retry/lease.ts';
import { tryCommit } from '../../core/table/commit.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { inFlightRequestEntity } from '../../identity/entities/requests.ts';
import { publisherOf } from '../../platforms/adapters.ts';
import type { Post } from '../../platforms/platform.ts';
import { stageUrlsOf } from '../../platforms/stage-urls.ts';
import { hostLeaseEntity } from '../entities/hosts.ts';
import {
  type ChosenHosts,
  chosenHosts,
  deferredUntilMs,
  hasVideo,
  MAX_ATTEMPTS_PER_SERVER,
  MAX_SLOW_ATTEMPTS_PER_WORKSPACE,
  SLOW_ATTEMPT_MS,
  SLOW_ATTEMPTS,
} from '../rules/attempt-hosts.ts';
import { isProcessedByPlatform } from '../rules/processing-look.ts';
import type { PublishMessage } from './publish-entry.ts';
import { slowPublishQueueUrl } from './publish-queues.ts';
import { loadSlowAttempts, recordAttempt } from './slow-hosts.ts';

/** What an attempt or a check is about. `post` is null for a check, whose requests upload nothing. */
interface Admission {
  entry: ScheduleEntry;
  account: Account | null;
  post: Post | null;
  readsPages: boolean;
}

/** The slot of an invocation in its lane. */
export interface AttemptSlot {
  /**
   * Return whether the attempt may start here and now. Otherwise it starts elsewhere or later: its message is forwarded to
   * the slow lane, or its entry is due again in some seconds, when no lease is free.
   */
  admit(admission: Admission): Promise<boolean>;
  /** End the attempt: release its leases, and record how long the hosts took that its workspace has chosen. */
  end(): Promise<void>;
}

/** Create the slot of the invocation for a message. */
export function createAttemptSlot(message: PublishMessage): AttemptSlot {
  let end: () => Promise<void> = async () => {};
  const endOnce = () => {
    const current = end;
    end = async () => {};
    return current();
  };
  return {
    end: endOnce,
    admit: async (admission) => {
      // The item has changed, and is read again.
      await endOnce();
      const { entry, account, post } = admission;
      const chosen = hostsOf(admission);
      // A look at a video that the platform processes uploads nothing.
      const uploadsVideo = post !== null && hasVideo(post) && !isProcessedByPlatform(entry);
      const isVideo = uploadsVideo && account !== null && !isSandboxAccountId(account.id);
      const isInSlowLane = message.lane === 'slow';
      if (chosen.hosts.length === 0 && !isVideo && !isInSlowLane) return true;
      const { workspace_id } = entry;
      const before = await loadSlowAttempts(workspace_id, chosen.hosts, Date.now());
      const isSlow = isVideo || before.some((attempts) => attempts >= SLOW_ATTEMPTS);
      if (isSlow && !isInSlowLane) {
        await sendToGroup(slowPublishQueueUrl(), { ...message, lane: 'slow' }, workspace_id);
        log.info('attempt forwarded to the slow lane', logFields(entry));
        return false;
      }
      const startMs = Date.now();
      const release = await takeLeases(entry, chosen, isInSlowLane ? slowAttemptsPerPlatform() : null);
      if (!release) {
        await defer(entry);
        return false;
      }
      end = async () => {
        await releaseLease(release, logFields(entry));
        // The upload of a video says nothing about its host.
        const isHostSlow = Date.now() - startMs > SLOW_ATTEMPT_MS;
        if (isVideo) return;
        try {
          await Promise.all(
            chosen.hosts.map((host, index) =>
              recordAttempt({ workspaceId: workspace_id, host, before: before[index]! }, isHostSlow, Date.now()),
            ),
          );
        } catch (error) {
          // The attempt is done.
          log.warn('slow host not recorded', { ...logFields(entry), error: error as Error });
        }
      };
      return true;
    },
  };
}

function hostsOf({ entry: { platform }, account, post, readsPages }: Admission): ChosenHosts {
  // A sandbox sends no request.
  if (!account || isSandboxAccountId(account.id)) return { server: null, hosts: [] };
  const platformUrl = stageUrlsOf(platform).api;
  const parts = post === null || !readsPages ? [] : [post, ...(post.following ?? [])];
  const pageUrls = parts.flatMap((part) => publisherOf(account).pageUrlOf?.(part) ?? []);
  return chosenHosts({ platform, server: account.server ?? null, platformUrl, post, pageUrls });
}

/**
 * Take the lease of the workspace, that of the account's server if the workspace has chosen it, and in the slow lane that of
 * the platform. Returns what releases them, or null without all of them.
 */
async function takeLeases(
  { workspace_id, platform }: ScheduleEntry,
  { server }: ChosenHosts,
  slotsOfPlatform: number | null,
): Promise<(() => Promise<void>) | null> {
  const nowMs = Date.now();
  const operation = `publish.${platform}`;
  const ofHost = (host: string, slots: number, of: string) =>
    ({ entity: hostLeaseEntity, scope: { host, operation: of }, slots }) as const;
  const leases = [
    {
      entity: inFlightRequestEntity,
      scope: { workspace_id, operation },
      slots: MAX_SLOW_ATTEMPTS_PER_WORKSPACE,
    } as const,
    ...(server === null ? [] : [ofHost(server, MAX_ATTEMPTS_PER_SERVER, operation)]),
    ...(slotsOfPlatform === null ? [] : [ofHost(platform, slotsOfPlatform, 'publish.slow')]),
  ];
  const taken: (() => Promise<void>)[] = [];
  const releaseAll = async () => {
    await Promise.all(taken.map((release) => release()));
  };
  for (const lease of leases) {
    const release = await takeLease({ ...lease, expiresAtMs: leaseEndMs('attempt', nowMs) }, nowMs);
    if (!release) {
      await releaseAll();
      return null;
    }
    taken.push(release);
  }
  return releaseAll;
}

/** Return how many attempts of a platform the slow lane has; null in a stage without a lane of its own. */
function slowAttemptsPerPlatform(): number | null {
  const { SLOW_PUBLISH_CONCURRENCY } = process.env;
  return SLOW_PUBLISH_CONCURRENCY === undefined ? null : Number(SLOW_PUBLISH_CONCURRENCY);
}

/**
 * Let an entry be due again in some seconds. The stream worker queues it for that time, as for a retry, and the sweep does
 * if that message is lost. A message that is sent again would not do: the sweep adds one a minute for an entry that is due.
 */
async function defer(entry: ScheduleEntry): Promise<void> {
  const due_at = formatInstant(deferredUntilMs(entry, Date.now(), Math.random()));
  // Otherwise the entry has changed, and what changed it has its own message.
  if (await tryCommit([entryWrite(entry, { ...entry, due_at })])) {
    log.info('attempt deferred', { ...logFields(entry), due_at });
  }
}

function logFields({ workspace_id, id: schedule_id, platform }: ScheduleEntry) {
  return { workspace_id, schedule_id, platform };
}
