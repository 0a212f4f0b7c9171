import { Duration } from 'aws-cdk-lib';
import { type IMetric, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { MetricName } from '../observability/metrics.ts';
import {
  type MonitoredResources,
  math,
  maxLateness,
  perPlatform,
  responseTime,
  serverErrorPercent,
  serviceMetric,
  sumExpression,
  tableThrottles,
} from './alarm-metrics.ts';

/** One alarm. It fires when the metric reaches `threshold` in each of `periods` periods. */
export interface AlarmRow {
  threshold: number;
  /** Fires below the threshold instead. */
  isBelow?: true;
  /** 1 by default. */
  periods?: number;
  /** How missing data is treated: as a breach where the metric shows that something runs; by default it is none. */
  missingData?: TreatMissingData;
  metric: (resources: MonitoredResources) => IMetric;
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

const visibleMessages = (queue: Queue) =>
  queue.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period: Duration.minutes(1) });

/** A metric of all platforms together, over 15 minutes. */
const platformSum = (name: MetricName) => (resources: MonitoredResources) =>
  math(sumExpression('sum'), perPlatform(resources, { sum: name }, 15), 15);

/** The percentage of posts that failed within 15 minutes; 0 while fewer than five failed. */
const failedPercent = (resources: MonitoredResources) => {
  const [failed, published] = [sumExpression('failed'), sumExpression('published')];
  const metrics = perPlatform(resources, { failed: 'PostsFailed', published: 'PostsPublished' }, 15);
  return math(`IF(${failed} >= 5, 100 * ${failed} / (${failed} + ${published}), 0)`, metrics, 15);
};

/** The alarms by name; `docs/runbook.md` has a section of the same name for each. */
// biome-ignore format: one row per alarm is what makes it a table.
export const ALARMS: Record<string, AlarmRow> = {
  PublishDeadLetters: { threshold: 1, metric: ({ deadLetterQueues: { publishDeadLetters } }) => visibleMessages(publishDeadLetters),
    message: 'A message to a publish function failed five times. The sweep still finds its post every minute, but the function fails on it. Find the error in its log, fix it, then redrive.' },
  DeliveryDeadLetters: { threshold: 1, metric: ({ deadLetterQueues: { deliveryDeadLetters } }) => visibleMessages(deliveryDeadLetters),
    message: 'A message about a webhook delivery failed five times. Error responses of a webhook endpoint do not cause this, so the service has a defect. Find the error, fix it, then redrive.' },
  MetricPollDeadLetters: { threshold: 1, metric: ({ deadLetterQueues: { metricPollDeadLetters } }) => visibleMessages(metricPollDeadLetters),
    message: 'A message to poll post metrics failed five times. A platform that rejects a poll does not cause this, so the service has a defect. Those metrics stay unchanged until it is fixed; nothing else is affected.' },
  StreamDeadLetters: { threshold: 1, metric: ({ deadLetterQueues: { streamDeadLetters } }) => visibleMessages(streamDeadLetters),
    message: 'The stream worker exhausted its retries for changes of the table: their schedules, events and sums are missing. The stream retains the changes for 24 hours. Fix the function and redrive before then.' },
  InvocationDeadLetters: { threshold: 1, metric: ({ deadLetterQueues: { invocationDeadLetters } }) => visibleMessages(invocationDeadLetters),
    message: 'An invocation by a schedule failed with all its retries. The sweep runs every minute and finds the posts concerned, so look for the error that repeats rather than for lost posts.' },
  PublishFailures: { threshold: 20, metric: failedPercent,
    message: 'Within 15 minutes at least five posts failed, and at least 20 % of all. Workspaces handle single failures themselves; so many at once point to a platform, its API version or its credentials.' },
  PostsLate: { threshold: 300, metric: (resources) => maxLateness(resources, 5),
    message: 'A post was published five minutes late or later, or failed because it was too late. Schedules, queues or the rate limit of a platform delay posts; those past the lateness limit fail and are not sent.' },
  PostsUnconfirmed: { threshold: 1, metric: platformSum('PostsUnconfirmed'),
    message: 'The outcome of a post is unknown: the platform did not respond after it received the post. The service does not send it again. Check on the platform whether it is published.' },
  AccountsNeedReconnect: { threshold: 1, metric: platformSum('AccountsNeedReconnect'),
    message: 'A platform account needs to be connected again: its token is rejected, expires soon or cannot be refreshed. Its posts fail with category auth until the workspace connects it again.' },
  PlatformAccessBlocked: { threshold: 1, metric: platformSum('PlatformAccessBlocked'),
    message: 'A platform rejects posts or metric polls for a reason that only the operator can resolve: X has no credits left (402), or LinkedIn has retired the configured API version (426).' },
  DeliveriesExhausted: { threshold: 10, metric: (resources) => serviceMetric(resources, 'DeliveriesExhausted', 60),
    message: 'Ten or more webhook deliveries were exhausted within an hour, each after ten attempts over three days or after a 410. Either one webhook endpoint is gone, or none can be reached from here.' },
  OverdueWorkFound: { threshold: 1, periods: 3, metric: (resources) => math('FILL(entries,0)+FILL(deliveries,0)', { entries: serviceMetric(resources, 'OverdueEntries', 5), deliveries: serviceMetric(resources, 'OverdueDeliveries', 5) }, 5),
    message: 'For 15 minutes the sweep has found posts or deliveries that are overdue. It invokes their functions again, so either schedules and messages are lost or those functions keep failing.' },
  SweepNotRunning: { threshold: 1, isBelow: true, periods: 2, missingData: TreatMissingData.BREACHING, metric: ({ sweep }) => sweep.metricInvocations({ statistic: 'Sum', period: Duration.minutes(5) }),
    message: 'The sweep, which runs every minute, has not run for ten minutes. Schedules still publish posts, but nothing finds the ones they miss.' },
  StreamLag: { threshold: 60_000, periods: 3, metric: ({ streamWorker }) => streamWorker.metric('IteratorAge', { statistic: 'Maximum', period: Duration.minutes(1) }),
    message: 'The stream worker is more than a minute behind the changes of the table: schedules are created late, events and webhooks wait. One change that fails delays its whole shard.' },
  ServerErrors: { threshold: 5, metric: (resources) => serverErrorPercent(resources, 5, 5),
    message: 'Within five minutes at least five requests, and at least 5 % of all, returned 5xx. Callers can retry them safely with their idempotency key.' },
  SlowResponses: { threshold: RESPONSE_TIME_MS, periods: 3, metric: (resources) => responseTime(resources, 5, 20),
    message: 'For 15 minutes at least 10 % of the requests took 200 ms or longer, which the API reference gives as the response time. Find the route: one that waits for a platform or a receiver, cold starts, or the table.' },
  FunctionThrottles: { threshold: 20, periods: 2, metric: () => new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: 'Sum', period: Duration.minutes(5) }),
    message: 'Lambda throttles invocations in this account and region: its concurrency is used up, by this service or another, or a publish function has reached its reserved concurrency.' },
  TableThrottles: { threshold: 10, periods: 2, metric: (resources) => tableThrottles(resources, 5),
    message: 'DynamoDB throttles the table or an index: one partition is hot, or traffic more than doubled within 30 minutes. The SDK retries; callers see higher latency first, then 503.' },
  LinkedInVersion: { threshold: 1, missingData: TreatMissingData.IGNORE, metric: ({ sweep, stage }) => math(`IF(EPOCH(alive) >= ${Date.parse(stage.linkedInVersionEndsOn) / 1000 - LINKEDIN_NOTICE_DAYS * 86_400}, 1, 0)`, { alive: sweep.metricInvocations({ statistic: 'Sum', period: Duration.minutes(60) }) }, 60),
    message: `LinkedIn stops serving the API version of this stage within ${LINKEDIN_NOTICE_DAYS} days. After that it rejects posts with 426; they are retried and fail at the lateness limit. Configure a newer version and deploy.` },
};
