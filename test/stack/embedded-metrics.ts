import type { Report, TemplateMetric } from './alarm-evaluation.ts';

interface EmbeddedMetrics extends Record<string, unknown> {
  _aws: {
    Timestamp: number;
    CloudWatchMetrics: { Namespace: string; Dimensions: string[][]; Metrics: { Name: string }[] }[];
  };
}

/** The reports of a metric in lines of a log, as CloudWatch extracts them from the embedded metric format. */
export function reportsInLog(lines: string[], metric: TemplateMetric): Report[] {
  return lines.flatMap((line) => {
    const document = parse(line);
    if (!document) return [];
    const { Timestamp: atMs, CloudWatchMetrics } = document._aws;
    const isReported = CloudWatchMetrics.some(
      ({ Namespace, Dimensions, Metrics }) =>
        Namespace === metric.Namespace &&
        Metrics.some(({ Name }) => Name === metric.MetricName) &&
        Dimensions.some((names) => hasDimensions(document, names, metric)),
    );
    return isReported ? [{ atMs, value: Number(document[metric.MetricName]) }] : [];
  });
}

function hasDimensions(document: EmbeddedMetrics, names: string[], { Dimensions = [] }: TemplateMetric): boolean {
  return (
    names.length === Dimensions.length &&
    Dimensions.every(({ Name, Value }) => names.includes(Name) && document[Name] === Value)
  );
}

function parse(line: string): EmbeddedMetrics | null {
  try {
    const document = JSON.parse(line);
    return document?._aws ? document : null;
  } catch {
    return null;
  }
}
