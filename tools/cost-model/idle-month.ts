import { OVERDUE_AFTER_MS } from '../../lib/app/sweep/count-overdue-jobs.ts';
import { DUE_SHARDS } from '../../lib/core/table/schema.ts';
import { VCPU_MEMORY_MB } from '../../lib/stack/function-memory.ts';
import { money, section, table } from '../markdown/markdown.ts';
import { aboveFreeTier, type Bill, billableAmounts, dollarsOf, scaleBill, sumBills, totalDollars } from './bill.ts';
import { ASSUMPTIONS, PRICES } from './prices.ts';
import { SCHEDULED_JOB_NAMES, SCHEDULED_JOBS } from './scheduled-jobs.ts';
import {
  addUsage,
  IDLE_STAGES,
  type IdleStage,
  type MeasuredUsage,
  NO_USAGE,
  scaleUsage,
  type Usage,
} from './usage.ts';

/** Custom metrics that have data without any request: `HeartbeatDelay`, in a stage with alarms. */
const ALWAYS_REPORTED_METRICS = 1;

/** One heartbeat: the write of the sweep, and the invocation of the stream worker that reports it. */
const HEARTBEAT: Usage = { ...NO_USAGE, invocations: 1, memoryMb: VCPU_MEMORY_MB, writes: 1, writeCalls: 1 };

/** The reads of a run of the sweep that a stage without alarms does not make: half a unit for each shard of each job. */
const WATCHES = OVERDUE_AFTER_MS.size * DUE_SHARDS;
const WATCH: Usage = { ...NO_USAGE, reads: WATCHES / 2, readCalls: WATCHES };

/** How often the sweep counts dead letters. */
const COUNTS_PER_HOUR = 12;

/** One line of an idle month: what is billed, how much of it, and the amounts by price. */
interface LineItem {
  what: string;
  count: number;
  amounts: Bill;
}

/** List the items of an idle month of a stage, as amounts. Each stage has the same lines. */
export function idleMonthLineItems(counted: MeasuredUsage, stage: IdleStage): LineItem[] {
  const facts = counted.templates[stage];
  const hasHeartbeat = facts.alarms > 0;
  const withoutAlarms = scaleUsage(addUsage(HEARTBEAT, WATCH), hasHeartbeat ? 0 : -1);
  const jobs = SCHEDULED_JOB_NAMES.map((name) => {
    const count = facts.runsPerHour[name] * ASSUMPTIONS.monthHours;
    const units = addUsage(counted.runs[name], name === 'on-sweep-due' ? withoutAlarms : NO_USAGE);
    const amounts = scaleBill(billableAmounts({ ...units, timersFired: 1 }, facts), count);
    return { what: SCHEDULED_JOBS[name], count, amounts };
  });
  const logged = jobs.reduce((sum, { amounts }) => sum + (amounts.logged ?? 0), 0);
  const polls = (facts.idlePollers * ASSUMPTIONS.monthHours * 3600) / ASSUMPTIONS.pollSeconds;
  const isFree = (metrics: number) => metrics <= ASSUMPTIONS.freeDashboardMetrics;
  const small = facts.dashboardMetrics.filter(isFree).length;
  const gb = stage.startsWith('production') ? ASSUMPTIONS.storedGb : ASSUMPTIONS.developmentGb;
  const metrics = hasHeartbeat ? ALWAYS_REPORTED_METRICS : 0;
  return [
    ...jobs,
    {
      what: 'log storage',
      count: facts.logRetentionDays,
      amounts: { logKept: (logged * facts.logRetentionDays) / ASSUMPTIONS.monthDays },
    },
    {
      what: 'dead-letter queues, counted every five minutes',
      count: facts.countedQueues,
      amounts: { queueRequest: facts.countedQueues * COUNTS_PER_HOUR * ASSUMPTIONS.monthHours },
    },
    { what: 'pollers of empty queues', count: facts.idlePollers, amounts: { queueRequest: polls } },
    { what: 'metrics of alarms', count: facts.alarmMetrics, amounts: { alarmMetric: facts.alarmMetrics } },
    { what: 'composite alarms', count: facts.compositeAlarms, amounts: { compositeAlarm: facts.compositeAlarms } },
    { what: 'custom metrics with data', count: metrics, amounts: { metric: metrics } },
    {
      what: 'metrics on the CloudWatch dashboard',
      count: facts.dashboardMetrics.reduce((sum, each) => sum + each, 0),
      amounts: { dashboard: small, largeDashboard: facts.dashboardMetrics.length - small },
    },
    { what: 'KMS keys', count: facts.keys, amounts: { key: facts.keys } },
    { what: 'secrets', count: facts.secrets, amounts: { secret: facts.secrets } },
    { what: 'GB in the table', count: gb, amounts: { stored: gb } },
    { what: 'GB of point-in-time recovery', count: gb, amounts: { recovery: gb } },
  ];
}

/** Return what an idle month of a stage costs, in dollars: at list prices, and above the free tier. */
export function idleMonthDollars(counted: MeasuredUsage, stage: IdleStage): { list: number; aboveFree: number } {
  const amounts = sumBills(...idleMonthLineItems(counted, stage).map((line) => line.amounts));
  return { list: dollarsOf(amounts), aboveFree: dollarsOf(aboveFreeTier(amounts)) };
}

/** Render the idle month of each stage in one table. */
export function idleTable(counted: MeasuredUsage): string {
  const columns = IDLE_STAGES.map((stage) => idleMonthLineItems(counted, stage));
  const totals = IDLE_STAGES.map((stage) => idleMonthDollars(counted, stage));
  const rows = columns[0]!
    .map(({ what }, index) => ({ what, lines: columns.map((lines) => lines[index]!) }))
    .filter(({ lines }) => lines.some(({ amounts }) => totalDollars(amounts) > 0))
    .map(({ what, lines }) => [
      what,
      ...lines.flatMap(({ count, amounts }) => [count.toLocaleString('en-US'), money(dollarsOf(amounts))]),
    ]);
  const total = (name: string, dollars: number[]) => [name, ...dollars.flatMap((each) => ['', `**${money(each)}**`])];
  const { alarms, customMetrics, polledQueues } = counted.templates.production;
  return section(
    'An idle month',
    'No requests. Every count is read from the templates of the stage with its default settings; a test compares them.',
    table(
      ['', ...IDLE_STAGES.flatMap((stage) => [stage, '$'])],
      [
        ...rows,
        total(
          '**list price**',
          totals.map(({ list }) => list),
        ),
        total(
          '**above the free tier**',
          totals.map(({ aboveFree }) => aboveFree),
        ),
      ],
    ),
    `Production has ${alarms} alarms and ${polledQueues} queues. With a maximum concurrency Lambda polls an empty queue with ` +
      `${ASSUMPTIONS.pollersWithMaximum} pollers in place of ${ASSUMPTIONS.pollers}, for ` +
      `${money(ASSUMPTIONS.pollersWithMaximum * pollerDollars())} dollars a month; with an \`emailSender\` it polls the queue of emails so, too, ` +
      `and two more alarms watch it. A key that rotates costs ${money(PRICES.keyRotation.dollars)} a month more after the first year and again after the second. Log storage is shown with ` +
      'its days of retention. Functions, the API, the stream, the schedules themselves, the topic, the distribution, the ' +
      'buckets while they are empty, and the budget have no fixed price. The free tier belongs to the account and is ' +
      `shared with its other services. CloudWatch bills the ${customMetrics} custom metrics per hour with data: ` +
      `${ALWAYS_REPORTED_METRICS} of them when idle, ${money(customMetrics * PRICES.metric.dollars)} when every metric has data all month.`,
  );
}

function pollerDollars(): number {
  const requests = (ASSUMPTIONS.monthHours * 3600) / ASSUMPTIONS.pollSeconds;
  return (requests * PRICES.queueRequest.dollars) / PRICES.queueRequest.per;
}
