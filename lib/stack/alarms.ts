import { Duration } from 'aws-cdk-lib';
import { type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import {
  type MonitoredResources,
  math,
  maxLateness,
  perPlatform,
  serverErrorPercent,
  serviceMetric,
  sumExpression,
  tableThrottles,
} from './alarm-metrics.ts';

/** One alarm. It goes off when the metric has reached `threshold` in each of `periods` periods. */
export interface AlarmRow {
  metric: (watched: MonitoredResources) => IMetric;
  threshold: number;
  /** Goes off below the threshold instead. */
  isBelow?: true;
  periods: number;
  /** How missing data is treated: `breaching` where the metric is itself a sign of life. */
  missingData: 'notBreaching' | 'breaching' | 'ignore';
  /** The sentence its reader needs at night. */
  message: string;
}

/** Days before a LinkedIn version ends on which its alarm goes off. */
export const LINKEDIN_NOTICE_DAYS = 60;

const waiting = (queue: Queue) =>
  queue.metricApproximateNumberOfMessagesVisible({ statistic: 'Maximum', period: Duration.minutes(1) });

/** Every alarm by its name; `docs/runbook.md` has a section of the same name. */
// biome-ignore format: one row per alarm is what makes it a table.
export const ALARMS: Record<string, AlarmRow> = {
  PublishDeadLetters: {
    metric: ({ deadLetterQueues }) => waiting(deadLetterQueues.publishDeadLetters), threshold: 1, periods: 1, missingData: 'notBreaching',
message: 'A message that wakes a publish function failed five times. Its post is not lost, the sweep looks at it every minute, but the function fails on it: read its error, mend it, then redrive.',
  },
  DeliveryDeadLetters: {
    metric: ({ deadLetterQueues }) => waiting(deadLetterQueues.deliveryDeadLetters), threshold: 1, periods: 1, missingData: 'notBreaching',
message: 'A webhook delivery could not even be looked at, five times. Receivers that answer badly never end up here, so the fault is ours: read the error, mend it, then redrive.',
  },
  MetricPollDeadLetters: {
    metric: ({ deadLetterQueues }) => waiting(deadLetterQueues.metricPollDeadLetters), threshold: 1, periods: 1, missingData: 'notBreaching',
message: 'The numbers of posts could not be read or written down, five times. A platform that refuses never ends up here, so the fault is ours; until it is mended those numbers stay as they are, and nothing else is held up.',
  },
  StreamDeadLetters: {
    metric: ({ deadLetterQueues }) => waiting(deadLetterQueues.streamDeadLetters), threshold: 1, periods: 1, missingData: 'notBreaching',
message: 'Changes of the table were given up: their timers, events and sums are missing. The stream keeps them for 24 hours and no longer; mend the function and redrive before that.',
  },
  InvocationDeadLetters: {
    metric: ({ deadLetterQueues }) => waiting(deadLetterQueues.invocationDeadLetters), threshold: 1, periods: 1, missingData: 'notBreaching',
message: 'A function that a timer woke failed for good. The sweep comes every minute and picks up posts, so look for what keeps failing rather than for what was lost.',
  },
  PublishFailures: {
    metric: (watched) => math(`IF(${sumExpression('failed')} >= 5, 100 * ${sumExpression('failed')} / (${sumExpression('failed')} + ${sumExpression('published')}), 0)`,
      perPlatform(watched, { failed: 'PostsFailed', published: 'PostsPublished' }, 15), 15),
    threshold: 20, periods: 1, missingData: 'notBreaching',
message: 'Of the posts of the last 15 minutes, five or more and at least a fifth failed. Single failures are the business of their workspaces; so many at once are a platform, its version or its keys.',
  },
  PostsLate: {
    metric: (watched) => maxLateness(watched, 5), threshold: 300, periods: 1, missingData: 'notBreaching',
message: 'A post went out five minutes late or later, or was given up for it. Timers, queues or a platform’s limit hold posts up; those past the lateness limit are failed, not sent.',
  },
  PostsUnconfirmed: {
    metric: (watched) => math(sumExpression('unconfirmed'), perPlatform(watched, { unconfirmed: 'PostsUnconfirmed' }, 15), 15),
    threshold: 1, periods: 1, missingData: 'notBreaching',
message: 'Nobody knows whether a post is live: the platform did not answer after it was sent. It is not sent again by itself; somebody has to look on the platform.',
  },
  AccountsNeedReconnect: {
    metric: (watched) => math(sumExpression('accounts'), perPlatform(watched, { accounts: 'AccountsNeedReconnect' }, 15), 15),
    threshold: 1, periods: 1, missingData: 'notBreaching',
message: 'A platform account of a workspace needs a person: its token is refused, ends soon, or cannot be refreshed. Its posts fail with category auth until somebody connects it again.',
  },
  PlatformAccessBlocked: {
    metric: (watched) => math(sumExpression('blocked'), perPlatform(watched, { blocked: 'PlatformAccessBlocked' }, 15), 15),
    threshold: 1, periods: 1, missingData: 'notBreaching',
message: 'A platform turns posts or readings away for what only the operator can mend: X has no credits left (402), or LinkedIn has retired the configured version (426).',
  },
  DeliveriesExhausted: {
    metric: (watched) => serviceMetric(watched, 'DeliveriesExhausted', 60), threshold: 10, periods: 1, missingData: 'notBreaching',
message: 'Ten or more webhook deliveries were given up within the hour, each after ten attempts in three days or after a 410. Either one receiver is dead, or none is reached from here.',
  },
  OverdueWorkFound: {
    metric: (watched) => math('FILL(entries,0)+FILL(deliveries,0)',
      { entries: serviceMetric(watched, 'OverdueEntries', 5), deliveries: serviceMetric(watched, 'OverdueDeliveries', 5) }, 5),
    threshold: 1, periods: 3, missingData: 'notBreaching',
message: 'For 15 minutes the sweep has been finding posts or deliveries that nobody looked after in time. It wakes them again, so either timers are lost or what it wakes keeps failing.',
  },
  SweepNotRunning: {
    metric: ({ sweep }) => sweep.metricInvocations({ statistic: 'Sum', period: Duration.minutes(5) }),
    threshold: 1, isBelow: true, periods: 2, missingData: 'breaching',
message: 'The sweep, which should run every minute, has not run for ten. Posts still go out by their timers, but nothing is under them.',
  },
  StreamLag: {
    metric: ({ follow }) => follow.metric('IteratorAge', { statistic: 'Maximum', period: Duration.minutes(1) }),
    threshold: 60_000, periods: 3, missingData: 'notBreaching',
message: 'What follows from changes of the table is more than a minute behind: timers are set late, events and webhooks wait. One change that fails holds up its shard.',
  },
  ServerErrors: {
    metric: (watched) => serverErrorPercent(watched, 5, 5), threshold: 5, periods: 1, missingData: 'notBreaching',
message: 'In five minutes at least five requests and one in twenty were answered with 5xx. Callers may repeat them with their idempotency key without harm.',
  },
  FunctionThrottles: {
    metric: () => new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', statistic: 'Sum', period: Duration.minutes(5) }),
    threshold: 20, periods: 2, missingData: 'notBreaching',
message: 'Lambda refuses invocations in this account and region: its concurrency is used up, by this service or by another, or a publish function is at its cap.',
  },
  TableThrottles: {
    metric: (watched) => tableThrottles(watched, 5), threshold: 10, periods: 2, missingData: 'notBreaching',
message: 'The table or an index refuses requests for want of capacity: one partition is hot, or traffic more than doubled within half an hour. The SDK repeats; callers see latency first and 503 then.',
  },
  LinkedInVersion: {
    metric: ({ sweep, stage }) => math(`IF(EPOCH(alive) >= ${Date.parse(stage.linkedInVersionEndsOn) / 1000 - LINKEDIN_NOTICE_DAYS * 86_400}, 1, 0)`,
      { alive: sweep.metricInvocations({ statistic: 'Sum', period: Duration.minutes(60) }) }, 60),
    threshold: 1, periods: 1, missingData: 'ignore',
message: `Within ${LINKEDIN_NOTICE_DAYS} days LinkedIn stops serving the API version this stage is set to. After that posts to LinkedIn are held back with 426 and fail at the lateness limit. Set a newer version and deploy.`,
  },
};
