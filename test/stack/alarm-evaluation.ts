import { evaluateExpression, type Series } from './metric-math.ts';

/** A metric of the template: its name, and dimensions whose values may be references to resources. */
export interface TemplateMetric {
  Namespace: string;
  MetricName: string;
  Dimensions?: { Name: string; Value: unknown }[];
}

interface MetricStat {
  Metric: TemplateMetric;
  Period: number;
  Stat: string;
}

/** The properties of an `AWS::CloudWatch::Alarm` that decide its state. */
export interface AlarmProperties extends Partial<TemplateMetric> {
  Metrics?: { Id: string; Expression?: string; MetricStat?: MetricStat; ReturnData?: boolean }[];
  Period?: number;
  Statistic?: string;
  Threshold: number;
  ComparisonOperator: string;
  EvaluationPeriods: number;
  DatapointsToAlarm?: number;
  TreatMissingData?: string;
}

/** A value that was reported for a metric. */
export interface Report {
  atMs: number;
  value: number;
}

/** How `FILL` treats a metric without data in the whole range, which the documentation does not say. */
export type UnknownFill = 'fills' | 'is empty';

// CloudWatch looks at more periods than the alarm evaluates; how many is not documented.
const FURTHER_PERIODS = 3;

/**
 * Evaluate an alarm as CloudWatch does at the time `nowMs`. `reportsOf` returns what was reported for a metric. Returns
 * null when the alarm keeps its state.
 */
export function evaluateAlarm(
  alarm: AlarmProperties,
  reportsOf: (metric: TemplateMetric) => Report[],
  nowMs: number,
  unknownFill: UnknownFill = 'fills',
): 'ALARM' | 'OK' | null {
  const periods = alarm.EvaluationPeriods;
  const values = seriesOf(alarm, reportsOf, nowMs, periods + FURTHER_PERIODS, unknownFill);
  const real = values.filter((value) => value !== null);
  // Missing data matters only when there is too little other data, however old.
  const evaluated = real.length >= periods ? real.slice(0, periods) : values.slice(0, periods);
  if (real.length === 0 && alarm.TreatMissingData === 'ignore') return null;
  const breaching = evaluated.filter((value) =>
    value === null ? alarm.TreatMissingData === 'breaching' : isBreaching(alarm, value),
  );
  return breaching.length >= (alarm.DatapointsToAlarm ?? periods) ? 'ALARM' : 'OK';
}

function isBreaching({ ComparisonOperator, Threshold }: AlarmProperties, value: number): boolean {
  if (ComparisonOperator === 'LessThanThreshold') return value < Threshold;
  if (ComparisonOperator === 'GreaterThanOrEqualToThreshold') return value >= Threshold;
  throw new Error(`${ComparisonOperator} is not evaluated.`);
}

/** The values that an alarm evaluates, of the latest period first. */
function seriesOf(
  alarm: AlarmProperties,
  reportsOf: (metric: TemplateMetric) => Report[],
  nowMs: number,
  length: number,
  unknownFill: UnknownFill,
): Series {
  if (!alarm.Metrics) {
    const { Namespace, MetricName, Dimensions, Period, Statistic } = alarm;
    const Metric = { Namespace: Namespace!, MetricName: MetricName!, ...(Dimensions && { Dimensions }) };
    return statistics({ Metric, Period: Period!, Stat: Statistic! }, reportsOf, nowMs, length);
  }
  const series: Record<string, Series> = {};
  for (const { Id, MetricStat } of alarm.Metrics) {
    if (MetricStat) series[Id] = statistics(MetricStat, reportsOf, nowMs, length);
  }
  const { Expression } = alarm.Metrics.find((metric) => metric.Expression)!;
  return evaluateExpression(Expression!, series, length, unknownFill);
}

function statistics(
  { Metric, Period, Stat }: MetricStat,
  reportsOf: (metric: TemplateMetric) => Report[],
  nowMs: number,
  length: number,
): Series {
  const reports = reportsOf(Metric);
  return Array.from({ length }, (_, index) => {
    const endMs = nowMs - index * Period * 1000;
    const startMs = endMs - Period * 1000;
    const values = reports.filter(({ atMs }) => atMs > startMs && atMs <= endMs).map(({ value }) => value);
    return values.length === 0 ? null : statisticOf(Stat, values);
  });
}

function statisticOf(name: string, values: number[]): number {
  const sum = values.reduce((total, value) => total + value, 0);
  if (name === 'Sum') return sum;
  if (name === 'Average') return sum / values.length;
  if (name === 'SampleCount') return values.length;
  if (name === 'Maximum') return Math.max(...values);
  if (name === 'p90') return values.sort((a, b) => a - b)[Math.ceil(0.9 * values.length) - 1]!;
  throw new Error(`The statistic ${name} is not evaluated.`);
}
