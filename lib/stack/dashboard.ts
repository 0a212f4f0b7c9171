import type { Stack } from 'aws-cdk-lib';
import { AlarmStatusWidget, Dashboard, GraphWidget, type IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { PLATFORMS } from '../domain/platform.ts';
import type { MetricName } from '../observability/metrics.ts';
import { type MonitoredResources, serverErrorPercent, serviceMetric } from './alarm-metrics.ts';
import { ALARMS } from './alarms.ts';
import { AVAILABILITY, BURN_RATES, ERROR_BUDGET_PERCENT } from './slo.ts';

const ROW_OF = 3;

/** One page for the night: which alarms are on, then a graph for each of them under its own name. */
export function addDashboard(stack: Stack, watched: MonitoredResources, alarms: IAlarm[]): void {
  const dashboard = new Dashboard(stack, 'Dashboard', { dashboardName: stack.stackName });
  dashboard.addWidgets(new AlarmStatusWidget({ title: 'Alarms', alarms, width: 24, height: 4 }));
  const graphs = [
    ...Object.entries(ALARMS).map(([name, { metric, threshold }]) =>
      graph(name, [metric(watched)], threshold),
    ),
    graph(
      AVAILABILITY.name,
      [serverErrorPercent(watched, 60, 1)],
      ERROR_BUDGET_PERCENT * BURN_RATES[0].burnRate,
    ),
    ...(['PostsPublished', 'PostsFailed'] as const).map((name) => platforms(watched, name)),
    graph('Deliveries', [
      serviceMetric(watched, 'DeliveriesDelivered', 5),
      serviceMetric(watched, 'DeliveryAttemptsFailed', 5),
    ]),
    ...(['MetricPolls', 'PlatformReadCostUsd'] as const).map((name) => platforms(watched, name)),
    graph('Endpoints', [
      serviceMetric(watched, 'EndpointsWarned', 60),
      serviceMetric(watched, 'EndpointsDisabled', 60),
    ]),
  ];
  for (let start = 0; start < graphs.length; start += ROW_OF) {
    dashboard.addWidgets(...graphs.slice(start, start + ROW_OF));
  }
}

function graph(title: string, left: ReturnType<(typeof ALARMS)[string]['metric']>[], threshold?: number) {
  return new GraphWidget({
    title,
    left,
    width: 24 / ROW_OF,
    ...(threshold === undefined ? {} : { leftAnnotations: [{ value: threshold, label: 'alarm' }] }),
  });
}

function platforms(watched: MonitoredResources, name: MetricName): GraphWidget {
  return graph(
    name,
    PLATFORMS.map((platform) => serviceMetric(watched, name, 5, 'Sum', platform)),
  );
}
