import { METRIC_NAMESPACE, METRIC_SERVICE, METRICS, type MetricName } from './metrics.ts';

/** The metrics that are not counted per platform. */
type TotalMetric = {
  [Name in MetricName]: (typeof METRICS)[Name]['byPlatform'] extends false ? Name : never;
}[MetricName];

/**
 * Write a metric as a log line in CloudWatch's embedded metric format, as `emitMetric` does, but without a package: for
 * what every function has.
 */
export function writeMetric(name: TotalMetric, value: number): void {
  if (process.env.LOG_LEVEL === 'SILENT') return;
  const Metrics = [{ Name: name, Unit: METRICS[name].unit }];
  const CloudWatchMetrics = [{ Namespace: METRIC_NAMESPACE, Dimensions: [['service', 'stage']], Metrics }];
  const line = {
    _aws: { Timestamp: Date.now(), CloudWatchMetrics },
    service: METRIC_SERVICE,
    stage: process.env.STAGE ?? 'none',
    [name]: value,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
