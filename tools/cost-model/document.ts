import type { MetricsSchedule } from '../../lib/accounts/rules/metrics-schedule.ts';
import { firstPollAt, nextPollAt } from '../../lib/analytics/rules/poll-schedule.ts';
import { DEFAULT_MEMORY_MB, describeMemory } from '../../lib/stack/function-memory.ts';
import { money, number, percent, section, table } from '../markdown/markdown.ts';
import {
  ALWAYS_REPORTED_METRICS,
  aboveFreeTier,
  addWaitUsage,
  type Bill,
  billableAmounts,
  functionDurationMs,
  idleMonthLineItems,
  largestLineItems,
  sumBills,
  toDollars,
  totalDollars,
} from './bill.ts';
import { draftTable } from './draft-table.ts';
import { ASSUMPTIONS, FREE_TIER, PRICED, PRICES, type PriceName } from './prices.ts';
import { addUsage, type MeasuredRequest, type MeasuredUsage, NO_USAGE, scaleUsage, type Usage } from './usage.ts';

const MILLION = 1e6;
const THOUSAND = 1e3;

/** Render the generated section of `docs/cost.md` from measured usage and prices. */
export function renderCostTables(counted: MeasuredUsage): string {
  return [
    requestTable(counted),
    postTable(counted),
    deliveryTable(counted),
    draftTable(counted),
    idleTable(counted),
    priceTable(),
    assumedTable(counted),
  ].join('\n\n');
}

function requestTable(counted: MeasuredUsage): string {
  const rows = counted.requests.map(addWaitUsage).map((request) => {
    const { alone, busy } = request;
    const after = request.waits ? publishedNow(counted) : request.after;
    return [
      `\`${request.operation}\``,
      request.name,
      number(busy.reads),
      number(busy.writes + busy.indexWrites),
      number(functionDurationMs(busy), 0),
      money(MILLION * dollars(counted, alone)),
      money(MILLION * dollars(counted, busy)),
      money(MILLION * dollars(counted, after)),
    ];
  });
  const busyBills = counted.requests
    .filter((request) => !request.waits)
    .map(({ busy }) => toDollars(billableAmounts(busy, counted.template)));
  const overhead = dollars(counted, lookUps(counted.requests)) * MILLION;
  return section(
    'A million requests',
    'Reads, writes (including those of indexes) and milliseconds are those of one request among many. “Alone” is ' +
      `the first request of a function instance in a minute, which looks up the token and reserves quota (${money(overhead)}). ` +
      '“After” is the derived work: events, schedules, publishing.',
    table(['operation', '', 'reads', 'writes', 'ms', '$ alone', '$ among many', '$ after'], rows),
    `${dominates(sumBills(...busyBills))} The exception is publish now: its function waits for the platforms.`,
  );
}

/** Convert usage to dollars. */
function dollars(counted: MeasuredUsage, units: Usage): number {
  return totalDollars(toDollars(billableAmounts(units, counted.template)));
}

/** The work that publish now starts: one message, and all of publishing. */
function publishedNow({ publish }: MeasuredUsage): Usage {
  return addUsage(publish.twitter!, {
    ...NO_USAGE,
    invocations: 1,
    memoryMb: DEFAULT_MEMORY_MB,
    messages: 1,
    sendCalls: 1,
  });
}

function lookUps(requests: MeasuredRequest[]): Usage {
  const { alone, busy } = requests.find(({ operation }) => operation === 'auth.verify')!;
  return addUsage(alone, scaleUsage(busy, -1));
}

function postTable(counted: MeasuredUsage): string {
  const everyMinutes = Math.round(60 / counted.template.collectionsPerHour);
  const readings = metricPollsPer(everyMinutes, 'days');
  const frequent = metricPollsPer(everyMinutes, 'frequent');
  const steps = [
    ...counted.post.map(({ name, units }) => ({ name, units })),
    { name: `${readings} metric polls`, units: scaleUsage(counted.reading, readings) },
  ];
  const rows = steps.map(({ name, units }) => [
    name,
    number(units.invocations, 0),
    number(units.reads),
    number(units.writes + units.indexWrites),
    number(units.messages, 0),
    money(THOUSAND * dollars(counted, units)),
  ]);
  const lifeOf = addUsage(...counted.post.map(({ units }) => units));
  const whole = addUsage(...steps.map(({ units }) => units));
  const others = Object.entries(counted.publish)
    .map(([platform, units]) => `${platform} ${money(THOUSAND * dollars(counted, units))}`)
    .join(', ');
  return section(
    'A thousand posts',
    'One platform each (X), scheduled, published, no webhook endpoint.',
    table(
      ['step', 'invocations', 'reads', 'writes', 'messages', '$ per 1,000'],
      [
        ...rows,
        ['**until published**', '', '', '', '', `**${money(THOUSAND * dollars(counted, lifeOf))}**`],
        ['**with metrics**', '', '', '', '', `**${money(THOUSAND * dollars(counted, whole))}**`],
      ],
    ),
    `Publishing and the derived work, by platform: ${others}. ` +
      `${dominates(toDollars(billableAmounts(whole, counted.template)))} Metric polls are ` +
      `${percent(dollars(counted, scaleUsage(counted.reading, readings)) / dollars(counted, whole))} of the total, with ` +
      'each poll alone in its run. Posts of one account that are due together share the account, the request and the writes of their sums.',
    'Not in the table: what X itself charges: $0.015 a post, $0.20 with a link, and [for its metrics](#what-x-charges-for-metrics). The polls are those of the schedule ' +
      '`days`, the default on X. The schedule `frequent`, the default of the other platforms, has ' +
      `${frequent} polls, which cost ${money(THOUSAND * dollars(counted, scaleUsage(counted.reading, frequent)))} for a thousand posts.`,
  );
}

/** Count the metric polls of a post over its life by the product's own rule. */
function metricPollsPer(everyMinutes: number, schedule: MetricsSchedule): number {
  const published = Date.UTC(2026, 0, 1);
  const publishedAt = new Date(published).toISOString();
  let polls = 0;
  for (let due: string | null = firstPollAt(publishedAt, schedule); due !== null; polls++) {
    const pauseMs = everyMinutes * 60_000;
    // The poller runs at fixed times: the next poll is in its first run after the post is due.
    const nowMs = published + Math.ceil((Date.parse(due) - published) / pauseMs) * pauseMs;
    due = nextPollAt(publishedAt, { schedule, nowMs, everyMinutes });
  }
  return polls;
}

function deliveryTable(counted: MeasuredUsage): string {
  const { alone, inTens } = counted.delivery;
  const billOf = (units: Usage, receives: number) => toDollars(billableAmounts(units, counted.template, receives));
  const one = billOf(alone, ASSUMPTIONS.receivesPerMessage);
  const ten = billOf(inTens, ASSUMPTIONS.receivesPerBatchedMessage);
  const row = (name: string, units: Usage, bill: Bill) => [
    name,
    number(units.invocations),
    number(units.reads),
    number(units.writes + units.indexWrites),
    money(THOUSAND * totalDollars(bill)),
  ];
  return section(
    'A thousand deliveries',
    `The cost that one endpoint adds to an event: record, message, first attempt and result. A post causes ${counted.eventsPerPost} events.`,
    table(
      ['', 'invocations', 'reads', 'writes', '$ per 1,000'],
      [row('one by one', alone, one), row('in batches of ten', inTens, ten)],
    ),
    `${dominates(one)} A delivery with ten failed attempts costs up to ten times as much.`,
  );
}

function idleTable(counted: MeasuredUsage): string {
  const lines = idleMonthLineItems(counted);
  const amounts = sumBills(...lines.map((line) => line.amounts));
  const list = totalDollars(toDollars(amounts));
  const free = totalDollars(toDollars(aboveFreeTier(amounts)));
  const rows = lines
    .filter((line) => totalDollars(line.amounts) > 0)
    .map((line) => [line.what, money(totalDollars(toDollars(line.amounts))), reason(toDollars(line.amounts))]);
  return section(
    'An idle month',
    `Stage production, ${ASSUMPTIONS.storedGb} GB stored, no requests: ${money(list)} dollars at list prices, ` +
      `${money(free)} above the free tier. Development has the same items without the alarms and the CloudWatch dashboard.`,
    table(
      ['', '$', 'largest part'],
      [
        ...rows,
        ['**list price**', `**${money(list)}**`, ''],
        ['**above the free tier**', `**${money(free)}**`, reason(toDollars(aboveFreeTier(amounts)))],
      ],
    ),
    `${dominates(toDollars(amounts))} The free tier belongs to the account and is shared with its other services. ` +
      `CloudWatch bills the ${counted.template.customMetrics} custom metrics per hour with data: ` +
      `${ALWAYS_REPORTED_METRICS} of them when idle, ${money(counted.template.customMetrics * PRICES.metric.dollars)} when every metric has data all month.`,
  );
}

function reason(bill: Bill): string {
  const [first] = largestLineItems(bill, 1);
  return first && first.share > 0 ? PRICES[first.name].what : '';
}

function priceTable(): string {
  const rows = (Object.keys(PRICES) as PriceName[]).map((name) => {
    const { what, dollars: price, per, unit, source, page } = PRICES[name];
    const amount = per === 1 ? unit : `${per.toLocaleString('en-US')} ${unit}`;
    const free = FREE_TIER[name];
    return [
      what,
      `${price} / ${amount}`,
      free === undefined ? '' : free.toLocaleString('en-US'),
      source === 'known' ? 'general knowledge' : `read: ${source.read}`,
      page,
    ];
  });
  return section(
    'Prices',
    `${PRICED.region}, ${PRICED.date}, ${PRICED.currency}. The AWS pages were not accessible at the time of writing. ` +
      'Check a price on its page before you rely on it.',
    table(['', 'price', 'free per month', 'source', 'page'], rows),
  );
}

function assumedTable(counted: MeasuredUsage): string {
  const { template } = counted;
  const of: [string, string][] = [
    ['memory', describeMemory()],
    [
      'duration',
      `${ASSUMPTIONS.ownMs} ms plus all calls in sequence: read ${ASSUMPTIONS.readMs}, write ${ASSUMPTIONS.writeMs}, message ${ASSUMPTIONS.sendMs}, schedule ${ASSUMPTIONS.timerMs}, KMS ${ASSUMPTIONS.keyMs}, email ${ASSUMPTIONS.mailMs}, platform ${ASSUMPTIONS.platformMs}, receiver ${ASSUMPTIONS.receiverMs} ms`,
    ],
    ['cold starts', `${100 * ASSUMPTIONS.coldStartShare} % of invocations, ${ASSUMPTIONS.coldStartMs} ms each`],
    ['publish now', `response after ${ASSUMPTIONS.publishNowSeconds} s with ${ASSUMPTIONS.publishNowReads} reads`],
    [
      'a message',
      `sent, received and deleted: ${1 + ASSUMPTIONS.receivesPerMessage} requests, in batches of ten ${1 + ASSUMPTIONS.receivesPerBatchedMessage}`,
    ],
    ['Lambda at an idle queue', `${ASSUMPTIONS.pollers} pollers, ${ASSUMPTIONS.pollSeconds} s per poll`],
    [
      'logs',
      `the service's lines, ${ASSUMPTIONS.lambdaLogBytes} bytes of Lambda per invocation, ${template.accessLogBytes} bytes of the gateway per request`,
    ],
    ['a rejected write', 'billed as items of 1 KB'],
    ['index writes of a transaction', 'counted once, as the embedded table does; DynamoDB may count them twice'],
    ['stream', 'Lambda reads it without charge'],
  ];
  return section('Assumptions', '', table(['subject', 'assumption'], of));
}

function dominates(bill: Bill): string {
  const parts = largestLineItems(bill, 2).map(({ name, share }) => `${PRICES[name].what} (${percent(share)})`);
  return `Largest parts: ${parts.join(', then ')}.`;
}
