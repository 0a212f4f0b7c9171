import { Annotations, Aws, CfnCondition, Fn, type Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Alarm, type CfnAlarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { MonitoredResources } from './alarm-metrics.ts';
import { ALARMS, type AlarmRow } from './alarms.ts';
import { LINKEDIN_NOTICE_DAYS } from './checks.ts';
import { addCloudWatchDashboard } from './cloudwatch-dashboard.ts';
import type { Stage } from './stage-settings.ts';

/** Create the alarms, which notify `topic`, and a CloudWatch dashboard with a graph for each. */
export function addMonitoring(stack: Stack, topic: Topic, resources: MonitoredResources): void {
  const notify = new SnsAction(topic);
  const rows = Object.entries(ALARMS).filter(([, { isNeeded }]) => isNeeded?.(resources) ?? true);
  const alarms = rows.map(([name, row]) => {
    const alarm = addAlarm(stack, name, row, resources);
    alarm.addAlarmAction(notify);
    if (!row.hasNoRecovery) alarm.addOkAction(notify);
    if (row.region) limitToRegion(stack, alarm, row.region);
    return { row, alarm };
  });
  // In another region there is no such alarm that the dashboard could refer to.
  const everywhere = alarms.filter(({ row }) => !row.region).map(({ alarm }) => alarm);
  addCloudWatchDashboard(stack, resources, rows, everywhere);
}

function limitToRegion(stack: Stack, alarm: Alarm, region: string): void {
  const condition = new CfnCondition(stack, `${alarm.node.id}Region`, {
    expression: Fn.conditionEquals(Aws.REGION, region),
  });
  (alarm.node.defaultChild as CfnAlarm).cfnOptions.condition = condition;
}

function addAlarm(stack: Stack, name: string, row: AlarmRow, resources: MonitoredResources): Alarm {
  return new Alarm(stack, `${name}Alarm`, {
    alarmName: `${stack.stackName}-${name}`,
    alarmDescription: description(name, row.message),
    metric: row.metric(resources),
    threshold: row.threshold,
    comparisonOperator: row.isBelow
      ? ComparisonOperator.LESS_THAN_THRESHOLD
      : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    evaluationPeriods: row.periods ?? 1,
    ...(row.breachingPeriods === undefined ? {} : { datapointsToAlarm: row.breachingPeriods }),
    treatMissingData: row.missingData ?? TreatMissingData.NOT_BREACHING,
    ...(row.needsSamples ? { evaluateLowSampleCountPercentile: 'ignore' } : {}),
  });
}

function description(name: string, message: string): string {
  return `${message} docs/runbook.md#${name.toLowerCase()}`;
}

/**
 * Create a budget for the cost of the account, which notifies `alarmEmail` of 80 % spent and of a forecast above 100 %, hours
 * after the cost. Costs nothing. AWS Budgets notifies a topic only in `us-east-1`, so it has the address itself.
 */
export function addBudget(stack: Stack, { alarmEmail, monthlyBudgetUsd }: Stage): void {
  if (monthlyBudgetUsd === null || alarmEmail === null || alarmEmail === 'none') return;
  const subscribers = [{ subscriptionType: 'EMAIL', address: alarmEmail }];
  const over = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
    notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold },
    subscribers,
  });
  new CfnBudget(stack, 'Budget', {
    budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount: monthlyBudgetUsd, unit: 'USD' } },
    notificationsWithSubscribers: [over('ACTUAL', 80), over('FORECASTED', 100)],
  });
}

/** Add a synthesis warning when the LinkedIn version ends soon, also in a stage without alarms. */
export function addLinkedInVersionWarning(stack: Stack, endsOn: string): void {
  const daysLeft = Math.floor((Date.parse(endsOn) - Date.now()) / 86_400_000);
  if (daysLeft > LINKEDIN_NOTICE_DAYS) return;
  Annotations.of(stack).addWarningV2(
    'linkedInVersion',
    `LinkedIn may stop serving the API version of this stage on ${endsOn}, in ${daysLeft} days: set linkedInVersion and linkedInVersionEndsOn (lib/stack/stages.ts).`,
  );
}
