import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jobFunctionId } from '../../../lib/stack/construct-ids.ts';
import { renderCostTables } from '../../../tools/cost-model/document.ts';
import { idleMonthDollars, idleMonthLineItems } from '../../../tools/cost-model/idle-month.ts';
import { STAGE_SETTINGS } from '../../../tools/cost-model/idle-stages.ts';
import { leastPollsPer, mostPollsPer, pollsPerPost } from '../../../tools/cost-model/metric-polls.ts';
import { SCHEDULED_JOB_NAMES, SCHEDULED_JOBS } from '../../../tools/cost-model/scheduled-jobs.ts';
import { getTemplateFacts } from '../../../tools/cost-model/template-facts.ts';
import { IDLE_STAGES } from '../../../tools/cost-model/usage.ts';
import { parseMeasuredUsage } from '../../../tools/cost-model/usage-file.ts';
import { awsBills } from '../../../tools/cost-model/worked-bills.ts';
import { replaceGeneratedSection } from '../../../tools/markdown/replace-generated-section.ts';
import { synthesized } from '../../stack/synthesized.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const COUNTED = parseMeasuredUsage(read('tools/cost-model/units.json'));
const dollarsOf = (stage: (typeof IDLE_STAGES)[number]) => idleMonthDollars(COUNTED, stage).aboveFree;

describe('docs/cost.md', () => {
  it('is what npm run cost computes from the measured usage and the templates', () => {
    const document = read('docs/cost.md');
    expect(replaceGeneratedSection(document, renderCostTables(COUNTED))).toBe(document);
  });

  it.each(IDLE_STAGES)('has the facts of the templates of %s', (name) => {
    const { stageName, settings } = STAGE_SETTINGS[name];
    const { data, service } = synthesized(stageName, settings);
    expect(getTemplateFacts([data, service])).toEqual(COUNTED.templates[name]);
  });
});

describe('the price of an idle month', () => {
  const pricesOf = (stage: (typeof IDLE_STAGES)[number]) => {
    const { list, aboveFree } = idleMonthDollars(COUNTED, stage);
    return [list, aboveFree].map((dollars) => dollars.toFixed(2)) as [string, string];
  };
  const [[production, aboveFree], [development]] = [pricesOf('production'), pricesOf('development')];

  it.each([
    ['docs/compare.md', `[$${production}, development $${development}](cost.md#an-idle-month)`],
    [
      'README.md',
      `An idle month of production costs $${production} at list prices, $${aboveFree} above the free tier;`,
    ],
  ])('is the same in %s as in docs/cost.md: %s', (document, text) => {
    expect(read(document)).toContain(text);
  });
});

describe('the price of a thousand posts', () => {
  const priceOf = (row: string) =>
    Number(read('docs/cost.md').match(new RegExp(`\\*\\*${row}\\*\\*.*\\*\\*([\\d.]+)\\*\\*`))![1]);

  it('is the same in docs/compare.md as in docs/cost.md', () => {
    const [published, onX] = [priceOf('until published'), priceOf('with metrics')];
    const [, polls] = /has at most \d+ polls of a post, which cost ([\d.]+) for/.exec(read('docs/cost.md'))!;
    expect(read('docs/compare.md')).toContain(
      `[$${published}; with metrics $${onX} on X, at most $${(published + Number(polls)).toFixed(2)} elsewhere](cost.md#a-thousand-posts)`,
    );
  });
});

describe('a month of 1,000 customers with 30 posts each', () => {
  it.each([
    ['README.md', 'cost $… a month'],
    ['docs/compare.md', '[$…](cost.md#products-with-customers)'],
  ])('costs in %s what docs/cost.md computes', (document, text) => {
    expect(read(document)).toContain(text.replace('…', awsBills(COUNTED)['1,000 customers']!.toFixed(2)));
  });
});

describe('a month of 5,000 customers with 30 posts each', () => {
  it('costs less than 700 dollars on AWS', () => {
    expect(awsBills(COUNTED)['5,000 customers']).toBeLessThan(700);
  });
});

describe('the polls of an account', () => {
  const rhythm = { everyMinutes: 15, schedule: 'frequent' } as const;

  it('are fewer requests than polls, the more posts it has, and as many polls of each', () => {
    const [few, many] = [5, 60].map((posts) => pollsPerPost(posts, rhythm, 100));
    expect(many!.requests).toBeLessThan(few!.requests / 2);
    expect(Math.abs(many!.polls - few!.polls)).toBeLessThan(0.05 * few!.polls);
  });

  it('are at least those of a post that never changes, and at most those of one that always does', () => {
    const { polls } = pollsPerPost(30, rhythm, 100);
    expect(polls).toBeGreaterThan(leastPollsPer(rhythm));
    expect(polls).toBeLessThan(mostPollsPer(rhythm));
  });
});

describe('an idle month above the free tier', () => {
  it('of development costs at most 0.70 dollars without a KMS key and 1.70 with one', () => {
    expect(dollarsOf('development without a KMS key')).toBeLessThanOrEqual(0.7);
    expect(dollarsOf('development')).toBeLessThanOrEqual(1.7);
  });

  it('of production costs at most 4.87 dollars without a slow publish lane, and less than 5 with it', () => {
    expect(dollarsOf('production without slow publish lanes')).toBeLessThanOrEqual(4.87);
    expect(dollarsOf('production')).toBeLessThan(5);
  });

  it('has the runs of every schedule of the stage', () => {
    for (const stage of IDLE_STAGES) {
      const amounts = new Map(idleMonthLineItems(COUNTED, stage).map((line) => [line.what, line.amounts]));
      for (const what of Object.values(SCHEDULED_JOBS))
        expect(amounts.get(what)).toMatchObject({ read: expect.any(Number) });
    }
  });

  it('has the same lines in each stage', () => {
    const [first, ...others] = IDLE_STAGES.map((stage) => idleMonthLineItems(COUNTED, stage).map(({ what }) => what));
    for (const other of others) expect(other).toEqual(first);
  });
});

describe('the facts of a template', () => {
  const mapping = (properties: object) => ({
    Resources: { One: { Type: 'AWS::Lambda::EventSourceMapping', Properties: properties as Record<string, unknown> } },
  });
  const schedulesOf = (functions: string[]) => ({
    Resources: Object.fromEntries(
      functions.map((id) => {
        const Target = { Arn: { 'Fn::GetAtt': [`${id}0A1B2C3D`, 'Arn'] } };
        const Properties = { ScheduleExpression: 'rate(5 minutes)', Target };
        return [`${id}Schedule`, { Type: 'AWS::Scheduler::Schedule', Properties }];
      }),
    ),
  });
  const FUNCTIONS = SCHEDULED_JOB_NAMES.map(jobFunctionId);
  // Every template has the recurring schedules.
  const SCHEDULES = schedulesOf(FUNCTIONS);

  it.each([
    [{}, 2],
    [{ ScalingConfig: { MaximumConcurrency: 10 } }, 5],
    [{ ProvisionedPollerConfig: { MinimumPollers: 3 } }, 3],
    [{ StartingPosition: 'TRIM_HORIZON' }, 0],
  ])('of an event source with %o are %i idle pollers', (properties, pollers) => {
    expect(getTemplateFacts([SCHEDULES, mapping(properties)]).idlePollers).toBe(pollers);
  });

  it('are rejected for an unread schedule', () => {
    const templates = [schedulesOf([...FUNCTIONS, 'OnReportDue'])];
    expect(() => getTemplateFacts(templates)).toThrow('unread schedule: OnReportDueSchedule');
  });

  it('are rejected without the schedule of a job', () => {
    const templates = [schedulesOf(FUNCTIONS.filter((id) => id !== 'OnWorkspaceDeletionDue'))];
    expect(() => getTemplateFacts(templates)).toThrow('No schedule invokes on-workspace-deletion-due.');
  });

  it('count the metrics of a CloudWatch dashboard, and no expression', () => {
    const metrics = [['AWS/SQS', 'Age', 'QueueName', 'QUEUE', { stat: 'Sum' }], [{ expression: 'a + b' }]];
    const widget = { properties: { metrics } };
    const [before, after] = JSON.stringify({ widgets: [widget, { properties: {} }] }).split('QUEUE');
    const DashboardBody = { 'Fn::Join': ['', [before, { 'Fn::GetAtt': ['Queue', 'QueueName'] }, after]] };
    const dashboard = { Type: 'AWS::CloudWatch::Dashboard', Properties: { DashboardBody } };
    expect(getTemplateFacts([SCHEDULES, { Resources: { dashboard } }]).dashboardMetrics).toEqual([1]);
  });
});
