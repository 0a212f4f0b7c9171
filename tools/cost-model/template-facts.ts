import { METRICS } from '../../lib/core/observability/metrics.ts';
import { PLATFORMS } from '../../lib/platforms/facts/platform.ts';
import type { TemplateFacts } from './usage.ts';

/** The part of a synthesized template that the cost model reads. */
export interface Template {
  Resources: Record<string, { Type: string; Properties?: Record<string, unknown> }>;
}

/** Read what the templates of a stage cost without requests. */
export function getTemplateFacts(templates: readonly Template[]): TemplateFacts {
  const Resources: Template['Resources'] = Object.assign({}, ...templates.map((each) => each.Resources));
  const ofType = (type: string) =>
    Object.values(Resources)
      .filter((resource) => resource.Type === `AWS::${type}`)
      .map(({ Properties }) => Properties ?? {});
  const runsOf = (schedule: string) => {
    const [, resource] =
      Object.entries(Resources).find(
        ([id, { Type }]) => Type === 'AWS::Scheduler::Schedule' && id.startsWith(schedule),
      ) ?? [];
    return perHour(String(resource?.Properties?.ScheduleExpression));
  };
  const alarms = ofType('CloudWatch::Alarm');
  // The mapping of a stream names the position where it starts.
  const queues = ofType('Lambda::EventSourceMapping').filter(({ StartingPosition }) => StartingPosition === undefined);
  const format = ofType('ApiGatewayV2::Stage').map(
    ({ AccessLogSettings }) => (AccessLogSettings as { Format?: string } | undefined)?.Format ?? '',
  );
  return {
    polledQueues: queues.length,
    accessLogBytes: format.join('').length,
    sweepsPerHour: runsOf('SweepSchedule'),
    collectionsPerHour: runsOf('MetricPollSchedule'),
    refreshesPerHour: runsOf('RefreshSchedule'),
    plansPerHour: runsOf('SchedulePlanning'),
    alarms: alarms.length,
    alarmMetrics: alarms.reduce((sum, alarm) => sum + metricsOf(alarm), 0),
    compositeAlarms: ofType('CloudWatch::CompositeAlarm').length,
    customMetrics: countCustomMetrics(),
    dashboards: ofType('CloudWatch::Dashboard').length,
    secrets: ofType('SecretsManager::Secret').length,
    keys: ofType('KMS::Key').length,
  };
}

/** Count the metrics of the service. One that is counted per platform is counted in total as well. */
function countCustomMetrics(): number {
  return Object.values(METRICS).reduce((sum, { byPlatform }) => sum + (byPlatform ? PLATFORMS.length + 1 : 1), 0);
}

/** CloudWatch charges an alarm on an expression for every metric in it. */
function metricsOf({ Metrics }: Record<string, unknown>): number {
  if (!Array.isArray(Metrics)) return 1;
  return Metrics.filter((metric: { MetricStat?: unknown }) => metric.MetricStat).length;
}

function perHour(expression: string): number {
  const [, value, unit] = /^rate\((\d+) (minute|hour)s?\)$/.exec(expression) ?? [];
  if (!value) throw new Error(`${expression} is not a supported rate.`);
  return (unit === 'hour' ? 1 : 60) / Number(value);
}
