import { Metrics } from '@aws-lambda-powertools/metrics';
import type { Platform } from '../domain/platform.ts';
import { METRIC_NAMESPACE, METRIC_SERVICE, METRICS, type MetricName } from './metrics.ts';

const metrics = new Metrics({
  namespace: METRIC_NAMESPACE,
  serviceName: METRIC_SERVICE,
  // Two stages of one account must not be counted together.
  defaultDimensions: { stage: process.env.STAGE ?? 'none' },
});

/**
 * Counts something: one line of the log in CloudWatch's embedded metric format, which costs no call. A
 * metric counted per platform needs the platform.
 */
export function emitMetric(name: MetricName, value: number, platform?: Platform): void {
  const { unit, byPlatform } = METRICS[name];
  if (byPlatform !== (platform !== undefined)) throw new Error(`${name} is given the wrong dimensions.`);
  const single = metrics.singleMetric();
  if (platform) single.addDimension('platform', platform);
  single.addMetric(name, unit, value);
}
