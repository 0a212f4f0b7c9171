import { Duration } from 'aws-cdk-lib';
import { type IMetric, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import {
  droppedInvocations,
  emailReputation,
  eventMetric,
  failedPercent,
  heartbeats,
  type MonitoredResources,
  math,
  oldestMessageSeconds,
  requestPercent,
  responseTime,
  serverErrorPercent,
  serviceMetric,
  siteErrorPercent,
  TABLE_WRITE_QUOTA,
  tableQuotaPercent,
  unsentEmailSeconds,
  visibleMessages,
} from './alarm-metrics.ts';

/** One alarm. It fires when the metric reaches `threshold` in each of `periods` periods. */
export interface AlarmRow {
  threshold: number;
  /** Fires below the threshold instead. */
  isBelow?: true;
  /** 1 by default. */
  periods?: number;
  /** In how many of these periods the metric has to reach the threshold: by default in each. */
  breachingPeriods?: number;
  /** The metric is a percentile: a period with too few samples for it changes nothing. */
  needsSamples?: true;
  /** How missing data is treated: as a breach where the metric shows that something runs; by default it is none. */
  missingData?: TreatMissingData;
  metric: (resources: MonitoredResources) => IMetric;
  /** Whether a stage has what the alarm watches: by default each does. */
  isNeeded?: (resources: MonitoredResources) => boolean;
  /** The metric, and so the alarm, exists in this region only. */
  region?: string;
  /** The end of the alarm is no recovery, so it sends no notification. */
  hasNoRecovery?: true;
  /** What the graph of the alarm shows next to its metric. */
  context?: (resources: MonitoredResources) => IMetric[];
  /** The alarm description: what happened, what it affects, and what to do. */
  message: string;
}

/** The error budget: the percentage of requests that may return 5xx. The objective is 99.9 %. */
export const ERROR_BUDGET_PERCENT = 0.1;

/** The response time that the API reference documents, in milliseconds. */
export const RESPONSE_TIME_MS = 200;

/** How many times faster than the error budget lasts for the errors of six hours alarm: 5 % of a month's budget. */
export const BURN_RATE = 6;

/**
 * An alarm on the growth of dead-letter queues. With one old message in a queue an alarm on the number of messages
 * would stay on, and a thousand new ones would send no notification. The second period is the one that DIFF compares with.
 */
const onGrowth = { threshold: 1, periods: 2, breachingPeriods: 1, hasNoRecovery: true } as const;

/** An alarm on queues whose oldest message has waited for `minutes`, up to 15 of them by its delay. */
const onAge = (minutes: number, queues: (resources: MonitoredResources) => Queue[]) =>
  ({
    threshold: 60 * minutes,
    metric: (resources) => oldestMessageSeconds(queues(resources), 5),
  }) satisfies Omit<AlarmRow, 'message'>;

/** The alarms by name; `docs/runbook.md` has a section of the same name for each. */
// biome-ignore format: one row per alarm is what makes it a table.
export const ALARMS: Record<string, AlarmRow> = {
  DeadLetters: { ...onGrowth, metric: (resources) => math('DIFF(FILL(letters,0))', { letters: serviceMetric(resources, 'DeadLetters', 10, 'Maximum') }, 10), context: ({ deadLetterQueues }) => Object.values(deadLetterQueues).map((queue) => visibleMessages(queue, 10)),
    message: 'A worker or an invocation by a schedule has failed with all its attempts, and its message is in a dead-letter queue, which the graph of this name shows. Find the error in the log of that worker, fix it, then redrive.' },
  StreamDeadLetters: { threshold: 1, hasNoRecovery: true, metric: (resources) => eventMetric(resources, 'StreamDeadLetters', 5),
    message: 'The stream worker could not process changes of the table: their schedules, events and sums are missing. The bucket StreamDeadLetters holds the changes for 14 days. Fix the function, deploy, then redrive.' },
  WorkerErrors: { threshold: 3, metric: (resources) => eventMetric(resources, 'WorkerErrors', 30),
    message: 'Within half an hour the workers failed on messages three times or more: an error, a timeout or the end of the process. SQS delivers each again, five times at least, before it is a dead letter. Find the error now: in publishing the attempts take 45 minutes.' },
  FailedChecks: { ...onGrowth, metric: (resources) => math('DIFF(FILL(failed,0))', { failed: serviceMetric(resources, 'FailedChecks', 10, 'Maximum') }, 10),
    message: 'A check of the sweep has failed twice in a row: a public URL does not respond or its certificate ends within 30 days, the KMS key is disabled or scheduled for deletion, 80 % of the emails of a day are sent, or LinkedIn soon stops serving the configured API version. The log of the sweep names it.' },
  PublishFailures: { threshold: 20, metric: (resources) => failedPercent(resources, 15, 5),
    message: 'Within 15 minutes at least five posts failed, and at least 20 % of all. Workspaces handle single failures themselves; so many at once point to a platform, its API version or its credentials.' },
  PostsLate: { threshold: 300, metric: (resources) => eventMetric(resources, 'PostLateness', 5, 'Maximum'),
    message: 'A post was published five minutes late or later, or failed because it was too late. Schedules, queues or the rate limit of a platform delay posts; those past the lateness limit fail and are not sent.' },
  PostsUnconfirmed: { threshold: 1, metric: (resources) => eventMetric(resources, 'PostsUnconfirmed', 15),
    message: 'The outcome of a post is unknown: the platform did not respond after it received the post. The service does not send it again. Check on the platform whether it is published.' },
  AccountsNeedReconnect: { threshold: 1, metric: (resources) => eventMetric(resources, 'AccountsNeedReconnect', 15),
    message: 'A platform account needs to be connected again: its token is rejected, expires soon or cannot be refreshed. Its posts fail with category auth until the workspace connects it again.' },
  PlatformAccessBlocked: { threshold: 1, metric: (resources) => eventMetric(resources, 'PlatformAccessBlocked', 15),
    message: 'A platform rejects posts or metric polls for a reason that only the operator can resolve: X has no credits left (402), or LinkedIn has retired the configured API version (426).' },
  DeliveriesExhausted: { threshold: 10, metric: (resources) => eventMetric(resources, 'DeliveriesExhausted', 60),
    message: 'Ten or more webhook deliveries were exhausted within an hour, each after ten attempts over three days or after a 410. Either one webhook endpoint is gone, or none can be reached from here.' },
  OverdueWorkFound: { threshold: 1, periods: 3, metric: (resources) => eventMetric(resources, 'OverdueWork', 5), context: (resources) => [droppedInvocations(resources, 5)],
    message: 'For 15 minutes the sweep has found posts, deliveries, metric polls or token refreshes that are overdue. Either schedules and messages are lost, or the functions that take them keep failing or do not process their queue.' },
  HeartbeatMissing: { threshold: 1, isBelow: true, missingData: TreatMissingData.BREACHING, metric: (resources) => heartbeats(resources, 5),
    message: 'For five minutes no heartbeat has passed through the stream, which the sweep sends every three minutes. Either the sweep does not run, so that nothing finds what schedules miss, or the stream worker does not process changes: no schedules, events, webhooks, sums or audit entries. The stream retains changes for 24 hours.' },
  StreamLag: { threshold: 60_000, periods: 3, metric: ({ streamWorker }) => streamWorker.metric('IteratorAge', { statistic: 'Maximum', period: Duration.minutes(1) }),
    message: 'The stream worker is more than a minute behind the changes of the table: schedules are created late, events and webhooks wait. One change that fails delays its whole shard.' },
  DeliveryQueueAge: { ...onAge(30, ({ queues }) => [queues.delivery]),
    message: 'A message in the delivery queue is half an hour old: the delivery function does not process its queue, or cannot keep up. Webhook endpoints receive events late.' },
  // Below the age of the last attempt of a sign-in email, which is dropped after 15 minutes.
  EmailQueueAge: { threshold: 600, metric: unsentEmailSeconds, isNeeded: ({ stage }) => stage.emailSender !== null,
    message: 'An email has waited for ten minutes: SES limits the rate or the number of emails a day, denies the request or is unavailable, or the function does not process its queue. Sign-in links are dropped after 15 minutes; other emails are sent later.' },
  MediaQueueAge: { ...onAge(60, ({ queues }) => [queues.media]),
    message: 'A file of the media library has waited for its inspection for an hour: the function does not process its queue, or more files arrive than its concurrency allows. Posts with these files cannot be published yet.' },
  ServerErrors: { threshold: 5, metric: (resources) => serverErrorPercent(resources, 5, 5),
    message: 'Within five minutes at least five requests, and at least 5 % of all, returned 5xx. Callers can retry them safely with their idempotency key.' },
  SlowResponses: { threshold: RESPONSE_TIME_MS, periods: 3, needsSamples: true, metric: (resources) => responseTime(resources, 5),
    message: 'For 15 minutes at least 10 % of the requests took 200 ms or longer, which the API reference gives as the response time. Find the route: one that waits for a platform or a receiver, cold starts, or the table.' },
  // With 200 requests a second: above the 167 of a workspace that sends all that its plan permits, and the 139 of 10,000
  // workspaces in their busiest hour (evaluation/docs/capacity.md). API Gateway meets a throttle only approximately.
  RequestFlood: { threshold: 90, metric: (resources) => requestPercent(resources, 5),
    message: 'Within five minutes the API had 90 % of the requests that the throttle lets through on one route without a token, or more. That is more than the highest plan lets one workspace send, and the budget reports its cost hours later. Find the route and the callers, then lower their limit or the throttle of the route.' },
  SiteErrors: { threshold: 5, periods: 3, metric: (resources) => siteErrorPercent(resources, 5), region: 'us-east-1', isNeeded: ({ distributionId }) => distributionId !== undefined,
    message: 'For 15 minutes CloudFront has returned 5xx to at least 5 % of the requests to the domain of the dashboard, which also serves the API. Without ServerErrors the API is well, and CloudFront cannot reach it or the bucket of the dashboard.' },
  AccountConcurrency: { threshold: 80, periods: 2, metric: ({ stage }) => math(`100 * claimed / ${stage.concurrencyQuota}`, { claimed: new Metric({ namespace: 'AWS/Lambda', metricName: 'ClaimedAccountConcurrency', statistic: 'Maximum', period: Duration.minutes(5) }) }, 5),
    message: 'For ten minutes 80 % of the Lambda concurrency of this account and region has been in use or reserved, by this service or another. At 100 % Lambda throttles requests, deliveries and metric polls.' },
  TableThrottles: { threshold: 10, periods: 2, metric: (resources) => eventMetric(resources, 'TableThrottles', 5),
    message: 'DynamoDB throttles reads or writes of the table or an index: one partition is hot, or traffic more than doubled within 30 minutes. The SDK retries; callers see higher latency first, then 503.' },
  // Other stages do not reach the quota before RequestFlood fires.
  TableQuota: { threshold: 80, metric: (resources) => tableQuotaPercent(resources, 5), isNeeded: ({ stage }) => (stage.warmWriteUnitsPerSecond ?? 0) >= TABLE_WRITE_QUOTA / 2,
    message: 'For five minutes the writes to the table were 80 % of the quota that DynamoDB permits a table in this account and region, or more. At 100 % it throttles writes. Request an increase, which takes days, or reduce the load.' },
  EmailReputation: { threshold: 1, metric: () => emailReputation(60), isNeeded: ({ stage }) => stage.emailSender !== null,
    message: 'Of the emails of this account 5 % bounced, or 0.1 % were reported as spam. SES reviews an account above these rates, and may stop its emails, sign-in links included.' },
  Availability: { threshold: ERROR_BUDGET_PERCENT * BURN_RATE, metric: (resources) => serverErrorPercent(resources, 360, 5),
    message: `The error budget of ${ERROR_BUDGET_PERCENT} % has burned ${BURN_RATE} times too fast over six hours: 5 % of a month's budget. Requests fail with 5xx, a few at a time: find the route and the time at which it began.` },
};
