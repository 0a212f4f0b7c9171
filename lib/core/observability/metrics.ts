export const METRIC_NAMESPACE = 'ContentIntelligence';

/** The first dimension of every metric. The second one is the stage. */
export const METRIC_SERVICE = 'content-intelligence';

/**
 * Every metric of the service, in addition to those of AWS: emitted by the workers, read by the alarms and the
 * CloudWatch dashboard. `byPlatform`: is reported with the dimension `platform`, and in total without it. CloudWatch has
 * no unit for US dollars, so they are `None`.
 */
// biome-ignore format: one row per line is what makes it a table.
export const METRICS = {
  PostsPublished:         { unit: 'Count',   byPlatform: true },
  PostsFailed:            { unit: 'Count',   byPlatform: true },
  PostsUnconfirmed:       { unit: 'Count',   byPlatform: true },
  PostLateness:           { unit: 'Seconds', byPlatform: true },
  AccountsNeedReconnect:  { unit: 'Count',   byPlatform: true },
  PlatformAccessBlocked:  { unit: 'Count',   byPlatform: true },
  MetricPolls:            { unit: 'Count',   byPlatform: true },
  PlatformReadCostUsd:    { unit: 'None',    byPlatform: true },
  DeliveriesDelivered:    { unit: 'Count',   byPlatform: false },
  DeliveryAttemptsFailed: { unit: 'Count',   byPlatform: false },
  DeliveriesExhausted:    { unit: 'Count',   byPlatform: false },
  EndpointsWarned:        { unit: 'Count',   byPlatform: false },
  EndpointsDisabled:      { unit: 'Count',   byPlatform: false },
  StreamDeadLetters:      { unit: 'Count',   byPlatform: false },
  OverdueWork:            { unit: 'Count',   byPlatform: false },
  DeadLetters:            { unit: 'Count',   byPlatform: false },
  FailedChecks:           { unit: 'Count',   byPlatform: false },
  WorkerErrors:           { unit: 'Count',   byPlatform: false },
  TableThrottles:         { unit: 'Count',   byPlatform: false },
  SchedulesRejected:      { unit: 'Count',   byPlatform: false },
  HeartbeatDelay:         { unit: 'Milliseconds', byPlatform: false },
  UnsentEmailAge:         { unit: 'Seconds', byPlatform: false },
} as const satisfies Record<string, { unit: 'Count' | 'Seconds' | 'Milliseconds' | 'None'; byPlatform: boolean }>;

export type MetricName = keyof typeof METRICS;
