import { METRICS } from '../../lib/core/observability/metrics.ts';
import { PLATFORMS } from '../../lib/platforms/platform.ts';
import { ASSUMPTIONS } from './prices.ts';
import { countRunsPerHour } from './scheduled-jobs.ts';
import type { TemplateFacts } from './usage.ts';

/** The part of a synthesized template that the cost model reads. */
export interface Template {
  Resources: Record<string, { Type: string; Properties?: Properties }>;
}

type Properties = Record<string, unknown>;

/** Read what the templates of a stage cost without requests. */
export function getTemplateFacts(templates: readonly Template[]): TemplateFacts {
  const Resources: Template['Resources'] = Object.assign({}, ...templates.map((each) => each.Resources));
  const ofType = (type: string) =>
    Object.values(Resources)
      .filter((resource) => resource.Type === `AWS::${type}`)
      .map(({ Properties }) => Properties ?? {});
  const alarms = ofType('CloudWatch::Alarm');
  // The mapping of a stream names the position where it starts.
  const queues = ofType('Lambda::EventSourceMapping').filter(({ StartingPosition }) => StartingPosition === undefined);
  const format = ofType('ApiGatewayV2::Stage').map(
    ({ AccessLogSettings }) => (AccessLogSettings as { Format?: string } | undefined)?.Format ?? '',
  );
  const schedules = Object.entries(Resources)
    .filter(([, { Type }]) => Type === 'AWS::Scheduler::Schedule')
    .map(([id, { Properties }]) => [id, Properties ?? {}] as const);
  const [table = {}] = ofType('DynamoDB::GlobalTable');
  return {
    polledQueues: queues.length,
    idlePollers: queues.reduce((sum, mapping) => sum + idlePollersOf(mapping), 0),
    countedQueues: countedQueuesOf(ofType('Lambda::Function')),
    accessLogBytes: format.join('').length,
    runsPerHour: countRunsPerHour(schedules),
    alarms: alarms.length,
    alarmMetrics: alarms.reduce((sum, alarm) => sum + alarmMetricsOf(alarm), 0),
    compositeAlarms: ofType('CloudWatch::CompositeAlarm').length,
    customMetrics: countCustomMetrics(),
    dashboardMetrics: ofType('CloudWatch::Dashboard').map(({ DashboardBody }) => dashboardMetricsOf(DashboardBody)),
    secrets: ofType('SecretsManager::Secret').length,
    keys: ofType('KMS::Key').length,
    logRetentionDays: Number(ofType('Logs::LogGroup')[0]?.RetentionInDays),
    warmWriteUnits: warmWriteUnitsOf(table),
  };
}

/** Count the metrics of the service. One that is counted per platform is counted in total as well. */
function countCustomMetrics(): number {
  return Object.values(METRICS).reduce((sum, { byPlatform }) => sum + (byPlatform ? PLATFORMS.length + 1 : 1), 0);
}

/**
 * Count the pollers that Lambda keeps at an idle queue: it reduces them to two, except with a maximum concurrency (AWS
 * Lambda developer guide, "Configuring scaling behavior for SQS event source mappings").
 */
function idlePollersOf({ ScalingConfig, ProvisionedPollerConfig }: Properties): number {
  const provisioned = ProvisionedPollerConfig as { MinimumPollers: number } | undefined;
  if (provisioned) return provisioned.MinimumPollers;
  return ScalingConfig ? ASSUMPTIONS.pollersWithMaximum : ASSUMPTIONS.pollers;
}

/** Count the queues whose names the sweep has in its environment. */
function countedQueuesOf(functions: Properties[]): number {
  const names = functions.flatMap(({ Environment }) => {
    const { Variables } = (Environment ?? {}) as { Variables?: Properties };
    return Variables?.DEAD_LETTER_QUEUES ? [toText(Variables.DEAD_LETTER_QUEUES)] : [];
  });
  return names.flatMap((text) => text.split(' ')).length;
}

/** CloudWatch charges an alarm on an expression for every metric in it. */
function alarmMetricsOf({ Metrics }: Properties): number {
  if (!Array.isArray(Metrics)) return 1;
  return Metrics.filter((metric: { MetricStat?: unknown }) => metric.MetricStat).length;
}

/** Count the different metrics in the graphs of a CloudWatch dashboard. */
function dashboardMetricsOf(body: unknown): number {
  const { widgets } = JSON.parse(toText(body)) as { widgets: { properties: { metrics?: unknown[][] } }[] };
  const entries = widgets.flatMap(({ properties }) => properties.metrics ?? []);
  // An expression has only an object; a metric has its namespace, its name and its dimensions before the object.
  const named = entries.map((entry) => entry.filter((part) => typeof part === 'string'));
  return new Set(named.filter((entry) => entry.length > 0).map((entry) => JSON.stringify(entry))).size;
}

/** Return a text of a template, with a placeholder for each reference. */
function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  const [, parts] = (value as { 'Fn::Join': [string, unknown[]] })['Fn::Join'];
  return parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part).replace(/["\\]/g, ''))).join('');
}

/** Return the write units per second of the table and its indexes beyond those that a new one has. */
function warmWriteUnitsOf({ WarmThroughput, GlobalSecondaryIndexes }: Properties): number {
  const all = [{ WarmThroughput }, ...((GlobalSecondaryIndexes as Properties[] | undefined) ?? [])];
  return all.reduce((sum, { WarmThroughput: warm }) => {
    const { WriteUnitsPerSecond = 0 } = (warm as { WriteUnitsPerSecond?: number } | undefined) ?? {};
    return sum + Math.max(0, WriteUnitsPerSecond - ASSUMPTIONS.newTableWriteUnits);
  }, 0);
}
