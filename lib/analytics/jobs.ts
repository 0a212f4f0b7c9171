import { defineJob, defineJobPart } from '../core/queue/define-job.ts';

/** Queue the accounts whose posts are to be polled. */
export const metricPollsJob = /* @__PURE__ */ defineJob({
  name: 'on-metric-polls-due',
  every: { setting: 'metricPollEveryMinutes' },
  schedule: 'MetricPollSchedule',
  timeoutSeconds: 300,
  memoryMb: 1024,
  sends: ['metric-poll'],
  access: { get: ['PostMetrics', 'Account'], indexes: ['by_due'] },
});

/**
 * Poll the posts of one account per message. The concurrency is limited, so that a slow platform cannot use up that of the
 * AWS account. The queue is fair between workspaces; the worker leaves out a platform that does not respond, so that it delays
 * only its own posts. The timeout is the longest run of a message, when every response takes its full timeout.
 */
export const metricPollJob = /* @__PURE__ */ defineJob({
  name: 'on-metric-poll-queued',
  timeoutSeconds: 300,
  queue: { concurrency: { setting: 'metricPollConcurrency' } },
  access: {
    get: ['PostMetrics', 'Account', 'MetricsSpending', 'PublishedPost', 'WorkspaceSettings', 'Counter'],
    put: ['PostMetrics', 'MetricsSpending', 'Engagement', 'OrphanComment'],
    add: ['Bucket', 'ContentBucket', 'Counter'],
    update: ['Account'],
    // A refreshed token is stored before it is used.
    kms: { encrypt: ['Account'], decrypt: ['Account'] },
  },
});

export const engagementChanges = /* @__PURE__ */ defineJobPart({
  of: 'on-table-change',
  access: {
    get: [
      'Engagement',
      'InboundBatch',
      'PostMetrics',
      'PostTerms',
      'TermBucket',
      'PublishedPost',
      'Account',
      'Content',
      'ScheduleEntry',
      'WorkspaceSettings',
    ],
    list: ['OrphanComment'],
    put: ['Engagement', 'InboundBatch', 'PostMetrics', 'PostTerms', 'PublishedPost', 'OrphanComment'],
    add: ['TermBucket', 'DailyTextCount', 'Bucket', 'ContentBucket', 'EngagementWindow'],
  },
});

export const overdueEngagements = /* @__PURE__ */ defineJobPart({
  of: 'on-sweep-due',
  access: { get: ['EngagementWindow', 'Engagement'], put: ['EngagementWindow', 'Engagement'], indexes: ['by_due'] },
});
