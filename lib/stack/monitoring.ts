import { Annotations, type Stack } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmRule,
  ComparisonOperator,
  CompositeAlarm,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { type MonitoredResources, serverErrorPercent } from './alarm-metrics.ts';
import { ALARMS, type AlarmRow, LINKEDIN_NOTICE_DAYS } from './alarms.ts';
import { addDashboard } from './dashboard.ts';
import { AVAILABILITY, BURN_RATES, ERROR_BUDGET_PERCENT } from './slo.ts';
import type { StackContext } from './stack-context.ts';

const MISSING_DATA = {
  notBreaching: TreatMissingData.NOT_BREACHING,
  breaching: TreatMissingData.BREACHING,
  ignore: TreatMissingData.IGNORE,
} as const;

/** What wakes somebody: the alarms, the topic that tells of them, and a dashboard of the same names. */
export function addMonitoring(
  { stack, stage }: StackContext,
  parts: Omit<MonitoredResources, 'stage'>,
): void {
  const watched: MonitoredResources = { stage, ...parts };
  const topic = alarmTopic(stack, stage.alarmEmail);
  const alarms = Object.entries(ALARMS).map(([name, row]) => addAlarm(stack, name, row, watched));
  const availability = addAvailability(stack, watched);
  for (const alarm of [...alarms, availability]) {
    alarm.addAlarmAction(new SnsAction(topic));
    alarm.addOkAction(new SnsAction(topic));
  }
  addDashboard(stack, watched, [...alarms, availability]);
}

function addAlarm(stack: Stack, name: string, row: AlarmRow, watched: MonitoredResources): Alarm {
  return new Alarm(stack, `${name}Alarm`, {
    alarmName: `${stack.stackName}-${name}`,
    alarmDescription: description(name, row.message),
    metric: row.metric(watched),
    threshold: row.threshold,
    comparisonOperator: row.isBelow
      ? ComparisonOperator.LESS_THAN_THRESHOLD
      : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    evaluationPeriods: row.periods,
    treatMissingData: MISSING_DATA[row.missingData],
  });
}

/** Four alarms that tell nobody, and the one made of them that does. */
function addAvailability(stack: Stack, watched: MonitoredResources): CompositeAlarm {
  const burning = BURN_RATES.map(({ name, burnRate, longMinutes, shortMinutes }) => {
    const windows = [longMinutes, shortMinutes].map((minutes) =>
      addAlarm(
        stack,
        `${AVAILABILITY.name}${name}${minutes}m`,
        {
          // A handful of requests in a night is no rate; the long window wants five errors to believe it.
          metric: () => serverErrorPercent(watched, minutes, minutes === longMinutes ? 5 : 1),
          threshold: ERROR_BUDGET_PERCENT * burnRate,
          periods: 1,
          missingData: 'notBreaching',
          message: `Part of ${AVAILABILITY.name}; tells nobody by itself.`,
        },
        watched,
      ),
    );
    return AlarmRule.allOf(...windows);
  });
  return new CompositeAlarm(stack, `${AVAILABILITY.name}Alarm`, {
    compositeAlarmName: `${stack.stackName}-${AVAILABILITY.name}`,
    alarmDescription: description(AVAILABILITY.name, AVAILABILITY.message),
    alarmRule: AlarmRule.anyOf(...burning),
  });
}

function description(name: string, message: string): string {
  const anchor = (ALARMS[name] ? name : AVAILABILITY.name).toLowerCase();
  return `${message} docs/runbook.md#${anchor}`;
}

/** Where alarms are told. Its own policy takes the place of the default one, so CloudWatch has to be named. */
function alarmTopic(stack: Stack, email: string | null): Topic {
  const topic = new Topic(stack, 'Alarms', { enforceSSL: true });
  topic.grantPublish(
    new ServicePrincipal('cloudwatch.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
    }),
  );
  if (email !== null) topic.addSubscription(new EmailSubscription(email));
  return topic;
}

/** A warning to whoever synthesizes the stack, also of a stage without alarms. */
export function warnOfLinkedIn(stack: Stack, endsOn: string): void {
  const daysLeft = Math.floor((Date.parse(endsOn) - Date.now()) / 86_400_000);
  if (daysLeft > LINKEDIN_NOTICE_DAYS) return;
  Annotations.of(stack).addWarningV2(
    'linkedInVersion',
    `LinkedIn may stop serving the version of this stage on ${endsOn}, in ${daysLeft} days: set linkedInVersion and linkedInVersionEndsOn (lib/stack/stages.ts).`,
  );
}
