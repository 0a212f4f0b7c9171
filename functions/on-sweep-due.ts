import { reportDeadLetters } from '../lib/app/sweep/report-dead-letters.ts';
import { reportFailedChecks } from '../lib/app/sweep/report-failed-checks.ts';
import { sendHeartbeat } from '../lib/app/sweep/send-heartbeat.ts';
import { sweepOverdue } from '../lib/app/sweep/sweep-overdue.ts';
import { remindUnapproved } from '../lib/content/workers/remind-unapproved.ts';
import { withInvocationDeadline } from '../lib/core/retry/invocation-deadline.ts';
import { settleAll } from '../lib/core/retry/settle-all.ts';
import { continueReleases } from '../lib/halts/workers/continue-releases.ts';
import { removeExpiredMedia } from '../lib/media/workers/remove-expired-media.ts';
import { performNotificationTasks } from '../lib/notifications/workers/perform-tasks.ts';
import { continueRecurrences } from '../lib/recurrences/workers/continue-recurrences.ts';
import { sumUsageDays } from '../lib/usage/workers/sum-usage-days.ts';

/**
 * Queue the overdue work that schedules and queues have missed, remind of items that are due soon without an approval, perform
 * the tasks of notifications, delete expired media, continue the releases of halts, make the items of recurrences, sum the
 * usage of workspaces, report dead letters and failed checks, and send a heartbeat. Invoked every three minutes in production,
 * or as the stage sets.
 */
export const handler = withInvocationDeadline(async () => {
  const nowMs = Date.now();
  await settleAll([
    sendHeartbeat(nowMs),
    sweepOverdue(nowMs),
    remindUnapproved(nowMs),
    performNotificationTasks(nowMs),
    removeExpiredMedia(nowMs),
    continueReleases(nowMs),
    continueRecurrences(nowMs),
    sumUsageDays(nowMs),
    reportDeadLetters(nowMs),
    reportFailedChecks(nowMs),
  ]);
});
