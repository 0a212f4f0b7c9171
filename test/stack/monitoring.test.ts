import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { METRICS } from '../../lib/core/observability/metrics.ts';
import { ALARMS, AVAILABILITY } from '../../lib/stack/alarms.ts';
import { type Resource, type Synthesized, synthesized } from './synthesized.ts';

const RUNBOOK = readFileSync(join(import.meta.dirname, '../../docs/runbook.md'), 'utf8');
const NAMES = [...Object.keys(ALARMS), AVAILABILITY.name];
const STACK = 'ContentIntelligence-production';

let stack: Synthesized;
let alarms: Map<string, Resource['Properties']>;

beforeAll(() => {
  stack = synthesized('production', { alarmEmail: 'oncall@example.com' });
  alarms = new Map(
    [...stack.ofType('AWS::CloudWatch::Alarm'), ...stack.ofType('AWS::CloudWatch::CompositeAlarm')].map(
      ({ Properties }) => [String(Properties.AlarmName).replace(`${STACK}-`, ''), Properties],
    ),
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
    expect(silent).toEqual(NAMES.filter((name) => name.endsWith('DeadLetters')));
    for (const name of NAMES.filter((each) => !silent.includes(each))) {
      expect(alarms.get(name)!.OKActions).toEqual(alarms.get(name)!.AlarmActions);
    }
  });

  it('watch every queue: the age of messages of work queues, and the growth of dead-letter queues', () => {
    const queues = Object.entries(stack.resources).filter(([, { Type }]) => Type === 'AWS::SQS::Queue');
    expect(queues.length).toBeGreaterThan(9);
    for (const [id, { Properties }] of queues) {
      const metric = Properties.RedrivePolicy ? 'ApproximateAgeOfOldestMessage' : 'ApproximateNumberOfMessagesVisible';
      const watching = [...alarms].filter(([, alarm]) => {
        const text = JSON.stringify(alarm.Metrics ?? []);
        return text.includes(metric) && text.includes(`"${id}"`);
      });
      expect(watching, id).toHaveLength(1);
    }
  });

  it('watch the invocations of every function that a schedule of the stack invokes', () => {
    const scheduled = stack.ofType('AWS::Scheduler::Schedule');
    expect(scheduled.length).toBeGreaterThan(2);
    for (const { Properties } of scheduled) {
      const { Arn } = Properties.Target as { Arn: { 'Fn::GetAtt': [string, string] } };
      const watching = [...alarms].filter(([name, alarm]) => {
        const isSilence = name.endsWith('NotRunning') && alarm.TreatMissingData === 'breaching';
        return isSilence && JSON.stringify(alarm.Metrics).includes(`"${Arn['Fn::GetAtt'][0]}"`);
      });
      expect(watching).toHaveLength(1);
    }
  });

  it('that are not in the table are the burn rate windows and notify nothing', () => {
    const others = [...alarms].filter(([name]) => !NAMES.includes(name));
    expect(others.map(([name]) => name).sort()).toEqual(
      ['Fast5m', 'Fast60m', 'Slow30m', 'Slow360m'].map((window) => `Availability${window}`),
    );
    for (const [, alarm] of others) expect(alarm.AlarmActions).toBeUndefined();
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

  it('on throttles of the table have room for four further indexes', () => {
    for (const kind of ['Read', 'Write']) {
      const { Metrics } = alarms.get(`Table${kind}Throttles`) as { Metrics: { MetricStat?: object }[] };
      expect(Metrics.filter(({ MetricStat }) => MetricStat).length + 4).toBeLessThan(11);
    }
  });

  it('combine the fast and the slow burn rate, each with both of its windows', () => {
    const rule = JSON.stringify(alarms.get(AVAILABILITY.name)!.AlarmRule);
    expect(rule.match(/ALARM\(/g)).toHaveLength(4);
    expect(rule).toMatch(/AND.*OR.*AND/);
    const threshold = (window: string) => Number(alarms.get(`Availability${window}`)!.Threshold);
    expect(threshold('Fast60m')).toBeCloseTo(1.44);
    expect(threshold('Slow360m')).toBeCloseTo(0.6);
  });

  it('report the end of the LinkedIn version sixty days before', () => {
    const { Metrics } = alarms.get('LinkedInVersion') as { Metrics: { Expression?: string }[] };
    const expression = Metrics.find(({ Expression }) => Expression)!.Expression!;
    const seconds = Number(/>= (\d+)/.exec(expression)![1]);
    expect(new Date(seconds * 1000).toISOString()).toBe('2027-05-16T00:00:00.000Z');
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
      expect(NAMES.map((name) => name.toLowerCase())).toContain(anchor);
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
    const graphs = body.split('\\"title\\"').length;
    expect(graphs).toBeGreaterThan(NAMES.length);
    // The dead letters of the stream are in a bucket.
    for (const name of NAMES.filter((each) => each.endsWith('DeadLetters') && each !== 'StreamDeadLetters')) {
      const id = Object.keys(stack.resources).find((each) => new RegExp(`^${name}[0-9A-F]{8}$`).test(each))!;
      const shown = [...body.matchAll(new RegExp(`${id}[^{]*\\{([^}]*)\\}`, 'g'))].map(([, options]) => options!);
      expect(
        shown.some((options) => !options.includes('visible')),
        name,
      ).toBe(true);
    }
  });
});
