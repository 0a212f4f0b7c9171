import { Duration } from 'aws-cdk-lib';
import { type IMetric, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import {
  eventMetric,
  failedPercent,
  growth,
  heartbeats,
  type MonitoredResources,
  math,
  oldestMessageSeconds,
  responseTime,
  runs,
  serverErrorPercent,
  serviceMetric,
  streamDeadLetters,
  tableThrottles,
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
  /** How missing data is treated: as a breach where the metric shows that something runs; by default it is none. */
  missingData?: TreatMissingData;
  metric: (resources: MonitoredResources) => IMetric;
  /** The end of the alarm is no recovery, so it sends no notification. */
  hasNoRecovery?: true;
  /** What the graph of the alarm shows next to its metric. */
  context?: (resources: MonitoredResources) => IMetric;
  /** The alarm description: what happened, what it affects, and what to do. */
  message: string;
}

/** How many days before a LinkedIn version ends its alarm fires. */
export const LINKEDIN_NOTICE_DAYS = 60;

/** The error budget: the percentage of requests that may return 5xx. The objective is 99.9 %. */
export const ERROR_BUDGET_PERCENT = 0.1;

/** The response time that the API reference documents, in milliseconds. */
export const RESPONSE_TIME_MS = 200;

/**
 * The burn rates that alarm. The long window shows that the errors matter, the short one that they continue. From
 * the Google SRE Workbook, chapter 5: 2 % of a month's budget in an hour, or 5 % in six hours.
 */
export const BURN_RATES = [
  { name: 'Fast', burnRate: 14.4, longMinutes: 60, shortMinutes: 5 },
  { name: 'Slow', burnRate: 6, longMinutes: 360, shortMinutes: 30 },
] as const;

export const AVAILABILITY = {
  name: 'Availability',
  message:
    'The error budget of 0.1 % is burning 14.4 times too fast over one hour, or 6 times too fast over six hours. Requests fail with 5xx: find the route and the time at which it began.',
} as const;

/**
 * An alarm on the growth of a dead-letter queue. With one old message in the queue an alarm on the number of messages
 * would stay on, and a thousand new ones would send no notification. The second period is the one that DIFF compares with.
 */
const onGrowth = (deadLetters: (resources: MonitoredResources) => Queue) =>
  ({
    threshold: 1,
    periods: 2,
    breachingPeriods: 1,
    hasNoRecovery: true,
    metric: (resources) => growth(deadLetters(resources), 5),
    context: (resources) => visibleMessages(deadLetters(resources), 5),
  }) satisfies Omit<AlarmRow, 'message'>;

/** An alarm on silence: of a scheduled function, when its schedule has invoked it for two periods in vain. */
const onSilence = (job: keyof MonitoredResources['jobs']) =>
  ({
    threshold: 1,
    isBelow: true,
    periods: 2,
    missingData: TreatMissingData.BREACHING,
    metric: ({ jobs }) => runs(jobs[job]),
  }) satisfies Omit<AlarmRow, 'message'>;

/** An alarm on queues whose oldest message has waited for `minutes`, of which it may have been delayed for 15. */
const onAge = (minutes: number, queues: (resources: MonitoredResources) => Queue[]) =>
  ({
    threshold: 60 * minutes,
    metric: (resources) => oldestMessageSeconds(queues(resources), 5),
  }) satisfies Omit<AlarmRow, 'message'>;

/** The alarms by name; `docs/runbook.md` has a section of the same name for each. */
// biome-ignore format: one row per alarm is what makes it a table.
export const ALARMS: Record<string, AlarmRow> = {
  PublishDeadLetters: { ...onGrowth(({ deadLetterQueues }) => deadLetterQueues.publishDeadLetters),
    message: 'A message to a publish function failed five times. The sweep still finds its post every minute, but the function fails on it. Find the error in its log, fix it, then redrive.' },
  DeliveryDeadLetters: { ...onGrowth(({ deadLetterQueues }) => deadLetterQueues.deliveryDeadLetters),
    message: 'A message about a webhook delivery failed five times. Error responses of a webhook endpoint do not cause this, so the service has a defect. Find the error, fix it, then redrive.' },
  MetricPollDeadLetters: { ...onGrowth(({ deadLetterQueues }) => deadLetterQueues.metricPollDeadLetters),
    message: 'A message to poll post metrics failed five times. A platform that rejects a poll does not cause this, so the service has a defect. Those metrics stay unchanged until it is fixed; nothing else is affected.' },
  EmailDeadLetters: { ...onGrowth(({ deadLetterQueues }) => deadLetterQueues.emailDeadLetters),
    message: 'An email could not be sent for a day: SES rejected each attempt because of its limits or of missing permissions, or was unavailable. Find the error, fix it, then redrive. Nothing else waits for these emails.' },
  MediaDeadLetters: { ...onGrowth(({ deadLetterQueues }) => deadLetterQueues.mediaDeadLetters),
    message: 'A file of the media library could not be inspected in ten attempts within three hours, and was rejected. A file that cannot be read is rejected after five, so the service has a defect, or the table or S3 was unavailable. Find the error, fix it, then redrive.' },
  StreamDeadLetters: { threshold: 1, hasNoRecovery: true, metric: (resources) => streamDeadLetters(resources, 5),
    message: 'The stream worker could not process changes of the table: their schedules, events and sums are missing. The bucket StreamDeadLetters holds the changes for 14 days. Fix the function, deploy, then redrive.' },
  InvocationDeadLetters: { ...onGrowth(({ deadLetterQueues }) => deadLetterQueues.invocationDeadLetters),
    message: 'An invocation by a schedule failed with all its retries. The sweep runs every minute and finds the posts concerned, so look for the error that repeats rather than for lost posts.' },
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
  OverdueWorkFound: { threshold: 1, periods: 3, metric: (resources) => math('FILL(entries + deliveries,0)', { entries: serviceMetric(resources, 'OverdueEntries', 5), deliveries: serviceMetric(resources, 'OverdueDeliveries', 5) }, 5),
    message: 'For 15 minutes the sweep has found posts or deliveries that are overdue. It queues them again, so either schedules and messages are lost or the functions that take them keep failing.' },
  SweepNotRunning: { ...onSilence('sweep'),
    message: 'The sweep, which runs every minute, has not run for ten minutes. Schedules still publish posts, but nothing finds the ones they miss, and later attempts of deliveries wait.' },
  SchedulePlanningNotRunning: { ...onSilence('schedulePlanning'),
    message: 'The planner, which runs every hour, has not run for two hours. It creates the schedules of posts that are due in more than two days. Posts without a schedule are still published, a few seconds late, by the sweep alone.' },
  MetricPollsNotRunning: { ...onSilence('metricPolls'),
    message: 'The function that queues due metric polls has not run for two of its periods. Post metrics, and the analytics that derive from them, do not change; nothing is lost.' },
  TokenRefreshNotRunning: { ...onSilence('tokenRefresh'),
    message: 'The token refresh, which runs every five minutes, has not run for 20 minutes. A token is then refreshed only when a post needs it, and one that cannot be refreshed is reported when its post fails.' },
  HeartbeatMissing: { threshold: 1, isBelow: true, missingData: TreatMissingData.BREACHING, metric: (resources) => heartbeats(resources, 5),
    message: 'For five minutes no heartbeat has passed through the stream, although the sweep sends one every minute. The stream worker does not process changes: no schedules, events, webhooks, sums or audit entries. The stream retains changes for 24 hours.' },
  StreamLag: { threshold: 60_000, periods: 3, metric: ({ streamWorker }) => streamWorker.metric('IteratorAge', { statistic: 'Maximum', period: Duration.minutes(1) }),
    message: 'The stream worker is more than a minute behind the changes of the table: schedules are created late, events and webhooks wait. One change that fails delays its whole shard.' },
  PublishQueueAge: { ...onAge(30, ({ queues }) => [...queues.publish, ...queues.slowPublish]),
    message: 'A message in a publish queue is half an hour old: the publish function of a platform does not process its queue, or cannot keep up. Posts of that platform are published late.' },
  DeliveryQueueAge: { ...onAge(30, ({ queues }) => [queues.delivery]),
    message: 'A message in the delivery queue is half an hour old: the delivery function does not process its queue, or cannot keep up. Webhook endpoints receive events late.' },
  SlowDeliveryQueueAge: { ...onAge(120, ({ queues }) => [queues.slowDelivery]),
    message: 'A message in the queue of the slow delivery lane is two hours old: its function does not process the queue, or too many webhook endpoints respond slowly for its concurrency.' },
  MetricPollQueueAge: { ...onAge(60, ({ queues }) => [queues.metricPoll]),
    message: 'A message to poll post metrics is an hour old: the function does not process its queue, or more polls are due than its concurrency allows. Post metrics are stored late.' },
  // Below the age of the last attempt of a sign-in email, which is dropped after 15 minutes.
  EmailQueueAge: { threshold: 600, metric: unsentEmailSeconds,
    message: 'An email has waited for ten minutes: SES limits the rate or the number of emails a day, denies the request or is unavailable, or the function does not process its queue. Sign-in links are dropped after 15 minutes; other emails are sent later.' },
  MediaQueueAge: { ...onAge(60, ({ queues }) => [queues.media]),
    message: 'A file of the media library has waited for its inspection for an hour: the function does not process its queue, or more files arrive than its concurrency allows. Posts with these files cannot be published yet.' },
  ServerErrors: { threshold: 5, metric: (resources) => serverErrorPercent(resources, 5, 5),
    message: 'Within five minutes at least five requests, and at least 5 % of all, returned 5xx. Callers can retry them safely with their idempotency key.' },
  SlowResponses: { threshold: RESPONSE_TIME_MS, periods: 3, metric: (resources) => responseTime(resources, 5, 20),
    message: 'For 15 minutes at least 10 % of the requests took 200 ms or longer, which the API reference gives as the response time. Find the route: one that waits for a platform or a receiver, cold starts, or the table.' },
  FunctionThrottles: { threshold: 20, periods: 2, metric: () => new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: 'Sum', period: Duration.minutes(5) }),
    message: 'Lambda throttles invocations in this account and region: its concurrency is used up, by this service or another, or a function has reached its reserved concurrency.' },
  TableReadThrottles: { threshold: 10, periods: 2, metric: (resources) => tableThrottles(resources, 'Read', 5),
    message: 'DynamoDB throttles reads of the table or an index: one partition is hot, or traffic more than doubled within 30 minutes. The SDK retries; callers see higher latency first, then 503.' },
  TableWriteThrottles: { threshold: 10, periods: 2, metric: (resources) => tableThrottles(resources, 'Write', 5),
    message: 'DynamoDB throttles writes of the table or an index: one partition is hot, or traffic more than doubled within 30 minutes. The SDK retries; callers see higher latency first, then 503.' },
  LinkedInVersion: { threshold: 1, missingData: TreatMissingData.IGNORE, metric: ({ jobs, stage }) => math(`IF(EPOCH(alive) >= ${Date.parse(stage.linkedInVersionEndsOn) / 1000 - LINKEDIN_NOTICE_DAYS * 86_400}, 1, 0)`, { alive: jobs.sweep.worker.metricInvocations({ statistic: 'Sum', period: Duration.minutes(60) }) }, 60),
    message: `LinkedIn stops serving the API version of this stage within ${LINKEDIN_NOTICE_DAYS} days. After that it rejects posts with 426; they are retried and fail at the lateness limit. Configure a newer version and deploy.` },
};
