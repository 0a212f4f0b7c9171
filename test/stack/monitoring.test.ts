import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { METRICS } from '../../lib/core/observability/metrics.ts';
import { ALARMS } from '../../lib/stack/alarms.ts';
import { getTemplateFacts } from '../../tools/cost-model/template-facts.ts';
import { type Resource, type Synthesized, synthesized } from './synthesized.ts';

const RUNBOOK = readFileSync(join(import.meta.dirname, '../../docs/runbook.md'), 'utf8');
const NAMES = Object.keys(ALARMS);
/** The alarms that a stage with all settings has. */
const COMPLETE = {
  alarmEmail: 'oncall@example.com',
  emailSender: 'no-reply@example.com',
  warmWriteUnitsPerSecond: 20_000,
};
const STACK = 'ContentIntelligence-production';

let stack: Synthesized;
let alarms: Map<string, Resource['Properties']>;

beforeAll(() => {
  stack = synthesized('production', COMPLETE);
  alarms = new Map(
    stack
      .ofType('AWS::CloudWatch::Alarm')
      .map(({ Properties }) => [String(Properties.AlarmName).replace(`${STACK}-`, ''), Properties]),
  );
});

describe('the budget', () => {
  it('of production notifies the alarm email of 80 % of the monthly cost, and of a forecast above it', () => {
    const [budget] = stack.ofType('AWS::Budgets::Budget');
    expect(budget!.Properties.Budget).toMatchObject({ BudgetLimit: { Amount: 100, Unit: 'USD' }, TimeUnit: 'MONTHLY' });
    const notified = budget!.Properties.NotificationsWithSubscribers as {
      Notification: object;
      Subscribers: object[];
    }[];
    expect(notified.map(({ Notification }) => Notification)).toMatchObject([
      { NotificationType: 'ACTUAL', Threshold: 80 },
      { NotificationType: 'FORECASTED', Threshold: 100 },
    ]);
    for (const { Subscribers } of notified) expect(Subscribers).toMatchObject([{ Address: 'oncall@example.com' }]);
  });

  it.each([
    ['without an address', { alarmEmail: 'none' }],
    ['without an amount', { alarmEmail: 'oncall@example.com', monthlyBudgetUsd: null }],
  ])('is not created %s', (_, settings) => {
    expect(synthesized('production', settings).ofType('AWS::Budgets::Budget')).toEqual([]);
  });
});

describe('the alarms', () => {
  it.each(NAMES)('%s is deployed, notifies the topic and links to its runbook section', (name) => {
    const alarm = alarms.get(name)!;
    expect(alarm.AlarmActions).toHaveLength(1);
    expect(String(alarm.AlarmDescription)).toMatch(
      new RegExp(`^[A-Z].{60,}\\. docs/runbook\\.md#${name.toLowerCase()}$`),
    );
  });

  it('notify the topic when they end, except those on the growth of a queue, whose messages are still there', () => {
    const silent = NAMES.filter((name) => !alarms.get(name)!.OKActions);
    expect(silent).toEqual(['DeadLetters', 'StreamDeadLetters', 'FailedChecks']);
    for (const name of NAMES.filter((each) => !silent.includes(each))) {
      expect(alarms.get(name)!.OKActions).toEqual(alarms.get(name)!.AlarmActions);
    }
  });

  it('watch the age of messages of each queue whose work the sweep does not find when it is overdue', () => {
    const works = Object.entries(stack.resources).filter(
      ([, { Type, Properties }]) => Type === 'AWS::SQS::Queue' && Properties.RedrivePolicy,
    );
    const watched = works.filter(([id]) => JSON.stringify([...alarms]).includes(`"${id}"`)).map(([id]) => id);
    expect(watched.map((id) => id.replace(/[0-9A-F]{8}$/, '')).sort()).toEqual([
      'DeliveryQueue',
      'EmailQueue',
      'MediaQueue',
    ]);
  });

  it('watch each dead-letter queue: the sweep counts its messages, and may', () => {
    const deadLetters = Object.entries(stack.resources)
      .filter(([, { Type, Properties }]) => Type === 'AWS::SQS::Queue' && !Properties.RedrivePolicy)
      .map(([id]) => id);
    expect(deadLetters).toHaveLength(7);
    const sweep = stack.ofType('AWS::Lambda::Function').find(({ Metadata }) => Metadata?.Function === 'on-sweep-due')!;
    const { Variables } = sweep.Properties.Environment as { Variables: Record<string, unknown> };
    for (const id of deadLetters) expect(JSON.stringify(Variables.DEAD_LETTER_QUEUES)).toContain(`"${id}"`);
  });

  it('watch the public URLs, the KMS key and the quota of emails by checks of the sweep', () => {
    const sweep = stack.ofType('AWS::Lambda::Function').find(({ Metadata }) => Metadata?.Function === 'on-sweep-due')!;
    const { Variables } = sweep.Properties.Environment as { Variables: Record<string, unknown> };
    const urls = JSON.stringify(Variables.CHECKED_URLS);
    expect(urls).toMatch(
      /"Api","ApiEndpoint"\]\},"\/v1 https:\/\/",\{"Fn::GetAtt":\["Site[0-9A-F]{8}","DomainName"\]\},"\/app\/"/,
    );
    expect(JSON.stringify(Variables.CHECKED_ENCRYPTION_ARN)).toContain('AccountKey');
    expect(Variables.CHECKED_SENDER).toBe('no-reply@example.com');
  });

  it('use only metrics that the service emits, and every emitted metric has an alarm or a graph', () => {
    const { resources } = stack;
    const used = (name: string) => JSON.stringify(resources).includes(name);
    for (const name of Object.keys(METRICS)) expect(used(name), name).toBe(true);
    const named = [
      ...JSON.stringify([...alarms.values()]).matchAll(/"MetricName":"([A-Za-z]+)","Namespace":"ContentIntelligence"/g),
    ];
    expect(named.length).toBeGreaterThan(5);
    for (const [, name] of named) expect(Object.keys(METRICS)).toContain(name);
  });

  it('of one stage use no metrics of another', () => {
    const dimensions = [...JSON.stringify([...alarms.values()]).matchAll(/"Name":"stage","Value":"([a-z]+)"/g)];
    expect(dimensions.length).toBeGreaterThan(5);
    expect(new Set(dimensions.map(([, value]) => value))).toEqual(new Set(['production']));
  });

  it('stay within the limits of CloudWatch: ten metrics and 1,024 characters', () => {
    for (const { Metrics = [], AlarmDescription } of alarms.values()) {
      expect((Metrics as { MetricStat?: object }[]).filter(({ MetricStat }) => MetricStat).length).toBeLessThan(11);
      expect(String(AlarmDescription).length).toBeLessThan(1024);
    }
  });

  it('cost at most 27 metrics in a stage without email, and the CloudWatch dashboard has at most 50', () => {
    const facts = getTemplateFacts([synthesized('production').data, synthesized('production').service]);
    expect(facts.alarmMetrics).toBeLessThanOrEqual(27);
    expect(facts.compositeAlarms).toBe(0);
    expect(facts.dashboardMetrics).toHaveLength(1);
    const complete = getTemplateFacts([stack.data, stack.service]);
    for (const { dashboardMetrics } of [facts, complete]) expect(dashboardMetrics[0]).toBeLessThanOrEqual(50);
  });

  it.each([
    ['EmailQueueAge', 'EmailReputation', { emailSender: null }],
    ['SiteErrors', 'SiteErrors', { emailSender: null, dashboard: false }],
  ])('%s and %s are not deployed without what they watch', (one, other, settings) => {
    const names = synthesized('production', settings)
      .ofType('AWS::CloudWatch::Alarm')
      .map(({ Properties }) => String(Properties.AlarmName));
    for (const name of [one, other]) expect(names).not.toContain(`${STACK}-${name}`);
  });

  it('on CloudFront exist in the region of its metrics only', () => {
    const conditional = stack.ofType('AWS::CloudWatch::Alarm').filter((alarm) => 'Condition' in alarm);
    expect(conditional.map(({ Properties }) => Properties.AlarmName)).toEqual([`${STACK}-SiteErrors`]);
    const { Condition } = conditional[0] as unknown as { Condition: string };
    const { Conditions } = stack.deployed.service as unknown as { Conditions: Record<string, unknown> };
    expect(Conditions[Condition]).toEqual({ 'Fn::Equals': [{ Ref: 'AWS::Region' }, 'us-east-1'] });
    const [dashboard] = stack.ofType('AWS::CloudWatch::Dashboard');
    expect(JSON.stringify(dashboard!.Properties.DashboardBody)).not.toContain('SiteErrorsAlarm');
  });

  it('report the end of the LinkedIn version sixty days before', () => {
    const sweep = stack.ofType('AWS::Lambda::Function').find(({ Metadata }) => Metadata?.Function === 'on-sweep-due')!;
    const { Variables } = sweep.Properties.Environment as { Variables: Record<string, unknown> };
    expect(Variables.LINKEDIN_NOTICE_FROM).toBe('2027-05-16T00:00:00.000Z');
  });

  it('of the response time ignore periods with too few requests for a percentile', () => {
    expect(alarms.get('SlowResponses')).toMatchObject({
      ExtendedStatistic: 'p90',
      EvaluateLowSampleCountPercentile: 'ignore',
    });
  });

  it('notify the alarm email of the stage; with `none` the topic has no subscription', () => {
    const subscriptions = stack.ofType('AWS::SNS::Subscription').map(({ Properties }) => Properties.Endpoint);
    expect(subscriptions).toEqual(['oncall@example.com']);
    const unsubscribed = synthesized('production', { alarmEmail: 'none' });
    expect(unsubscribed.ofType('AWS::SNS::Subscription')).toEqual([]);
    expect(unsubscribed.ofType('AWS::SNS::Topic')).toHaveLength(1);
  });

  it('can publish to the topic, whose policy replaces the default one', () => {
    const [policy] = stack.ofType('AWS::SNS::TopicPolicy');
    expect(JSON.stringify(policy!.Properties)).toContain('"Service":"cloudwatch.amazonaws.com"');
  });
});

describe('the runbook', () => {
  const sections = RUNBOOK.split(/^## /m).slice(1);

  it('has exactly one section per alarm, in the order of the table', () => {
    expect(sections.map((section) => section.split('\n')[0])).toEqual(NAMES);
  });

  it.each(NAMES)('section %s has the parts Means, Look, Do and Replay', (name) => {
    const section = sections.find((each) => each.startsWith(`${name}\n`))!;
    for (const part of ['Means', 'Look', 'Do', 'Replay']) {
      expect(section).toMatch(new RegExp(`^\\*\\*${part}\\.\\*\\* .{5,}`, 'm'));
    }
  });

  it('links only to its own sections', () => {
    for (const [, anchor] of RUNBOOK.matchAll(/\]\(#([a-z]+)\)/g)) {
      expect(RUNBOOK).toMatch(new RegExp(`^###? ${anchor}$`, 'im'));
    }
  });

  it('has the redrive command of every dead-letter queue, by its name in the stack', () => {
    for (const queue of [
      'PublishDeadLetters',
      'DeliveryDeadLetters',
      'MetricPollDeadLetters',
      'EmailDeadLetters',
      'MediaDeadLetters',
      'StreamDeadLetters',
      'InvocationDeadLetters',
    ]) {
      expect(RUNBOOK).toContain(`npm run redrive -- ${queue} --stage production`);
      expect(Object.keys(stack.resources).some((id) => new RegExp(`^${queue}[0-9A-F]{8}$`).test(id))).toBe(true);
    }
  });
});

describe('the CloudWatch dashboard', () => {
  it('has a graph under the name of every alarm', () => {
    const [dashboard] = stack.ofType('AWS::CloudWatch::Dashboard');
    const body = JSON.stringify(dashboard!.Properties.DashboardBody);
    for (const name of NAMES) expect(body).toContain(`\\"title\\":\\"${name}\\"`);
  });

  it('shows how many messages are in each dead-letter queue', () => {
    const body = JSON.stringify(stack.ofType('AWS::CloudWatch::Dashboard')[0]!.Properties.DashboardBody);
    const queues = ['Publish', 'Delivery', 'MetricPoll', 'Email', 'Media', 'Invocation'];
    for (const name of queues.map((each) => `${each}DeadLetters`)) {
      const id = Object.keys(stack.resources).find((each) => new RegExp(`^${name}[0-9A-F]{8}$`).test(each));
      expect(body, name).toContain(id);
    }
  });
});
