import type { Stack } from 'aws-cdk-lib';
import { AlarmStatusWidget, Dashboard, GraphWidget, type IAlarm, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { MetricName } from '../core/observability/metrics.ts';
import { PLATFORMS } from '../platforms/platform.ts';
import { type MonitoredResources, serviceMetric } from './alarm-metrics.ts';
import type { AlarmRow } from './alarms.ts';

const GRAPHS_PER_ROW = 3;

/**
 * Create the CloudWatch dashboard: the state of `alarms`, then a graph for each row under its name. It is free up to 50
 * metrics.
 */
export function addCloudWatchDashboard(
  stack: Stack,
  resources: MonitoredResources,
  rows: [name: string, row: AlarmRow][],
  alarms: IAlarm[],
): void {
  const dashboard = new Dashboard(stack, 'Dashboard', { dashboardName: stack.stackName });
  dashboard.addWidgets(new AlarmStatusWidget({ title: 'Alarms', alarms, width: 24, height: 4 }));
  const sum = (name: MetricName, minutes: number) => serviceMetric(resources, name, minutes);
  const platformGraph = (name: MetricName) =>
    graph(
      name,
      PLATFORMS.map((platform) => serviceMetric(resources, name, 5, 'Sum', platform)),
    );
  const graphs = [
    ...rows.map(([name, { metric, context, threshold, region }]) =>
      graph(name, [metric(resources), ...(context?.(resources) ?? [])], threshold, region),
    ),
    ...(['PostsPublished', 'PostsFailed'] as const).map(platformGraph),
    graph('Deliveries', [sum('DeliveriesDelivered', 5), sum('DeliveryAttemptsFailed', 5)]),
    ...(['MetricPolls', 'PlatformReadCostUsd'] as const).map((name) => graph(name, [sum(name, 5)])),
    graph('Schedules', [sum('SchedulesRejected', 5)]),
    graph('Endpoints', [sum('EndpointsWarned', 60), sum('EndpointsDisabled', 60)]),
  ];
  for (let start = 0; start < graphs.length; start += GRAPHS_PER_ROW) {
    dashboard.addWidgets(...graphs.slice(start, start + GRAPHS_PER_ROW));
  }
}

function graph(title: string, left: IMetric[], threshold?: number, region?: string): GraphWidget {
  return new GraphWidget({
    title,
    left,
    ...(region ? { region } : {}),
    width: 24 / GRAPHS_PER_ROW,
    ...(threshold === undefined ? {} : { leftAnnotations: [{ value: threshold, label: 'alarm' }] }),
  });
}
