import { Metrics } from '@aws-lambda-powertools/metrics';
import { METRIC_NAMESPACE, METRIC_SERVICE, METRICS, type MetricName } from './metrics.ts';

const metrics = new Metrics({
  namespace: METRIC_NAMESPACE,
  serviceName: METRIC_SERVICE,
  // Separates the stages of one AWS account.
  defaultDimensions: { stage: process.env.STAGE ?? 'none' },
});

/**
 * Emit a metric as a log line in CloudWatch's embedded metric format, which needs no API call.
 * `platform` is required for the metrics that are counted per platform, which are counted in total as well: a sum over
 * platforms would need data of every platform, and some never have any.
 */
export function emitMetric(name: MetricName, value: number, platform?: string): void {
  const { unit, byPlatform } = METRICS[name];
  if (byPlatform !== (platform !== undefined)) throw new Error(`${name} has the wrong dimensions.`);
  const single = metrics.singleMetric();
  if (platform) single.addDimensions({}).addDimensions({ platform });
  single.addMetric(name, unit, value);
}
