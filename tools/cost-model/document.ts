import { DEFAULT_MEMORY_MB, describeMemory } from '../../lib/stack/function-memory.ts';
import { money, number, percent, section, table } from '../markdown/markdown.ts';
import {
  addWaitUsage,
  type Bill,
  billableAmounts,
  dollarsOf,
  functionDurationMs,
  largestLineItems,
  sumBills,
  toDollars,
  totalDollars,
} from './bill.ts';
import { draftTable } from './draft-table.ts';
import { idleTable } from './idle-month.ts';
import { mostPollsPer } from './metric-polls.ts';
import { ASSUMPTIONS, FREE_TIER, PRICED, PRICES, type PriceName } from './prices.ts';
import {
  addUsage,
  type MeasuredRequest,
  type MeasuredUsage,
  NO_USAGE,
  scaleUsage,
  subtractUsage,
  type Usage,
} from './usage.ts';
import { productBills, workedBills } from './worked-bills.ts';
import { minutesBetweenPolls, READS_ON_X } from './workload.ts';

const MILLION = 1e6;
const THOUSAND = 1e3;

/** Render the generated section of `docs/cost.md` from measured usage and prices. */
export function renderCostTables(counted: MeasuredUsage): string {
  return [
    requestTable(counted),
    postTable(counted),
    deliveryTable(counted),
    draftTable(counted),
    workedBills(counted),
    productBills(counted),
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
    .map(({ busy }) => toDollars(billableAmounts(busy, counted.templates.production)));
  const overhead = dollars(counted, lookUps(counted.requests)) * MILLION;
  return section(
    'A million requests',
    'The operations in the life of a post. Reads, writes (including those of indexes) and milliseconds are those of one ' +
      'request among many. “Alone” is ' +
      `the first request of a function instance in a minute, which looks up the token and reserves quota (${money(overhead)}). ` +
      '“After” is the derived work: events, schedules, publishing.',
    table(['operation', '', 'reads', 'writes', 'ms', '$ alone', '$ among many', '$ after'], rows),
    `${dominates(sumBills(...busyBills))} The exception is publish now: its function waits for the platforms.`,
  );
}

/** Convert usage to dollars. */
function dollars(counted: MeasuredUsage, units: Usage): number {
  return dollarsOf(billableAmounts(units, counted.templates.production));
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
  return subtractUsage(alone, busy);
}

function postTable(counted: MeasuredUsage): string {
  const frequent = mostPollsPer({ everyMinutes: minutesBetweenPolls(counted), schedule: 'frequent' });
  const readingOnX = scaleUsage(counted.reading, READS_ON_X);
  const steps = [
    ...counted.post.map(({ name, units }) => ({ name, units })),
    { name: `${READS_ON_X} metric polls`, units: readingOnX },
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
      `${dominates(toDollars(billableAmounts(whole, counted.templates.production)))} Metric polls are ` +
      `${percent(dollars(counted, readingOnX) / dollars(counted, whole))} of the total, with ` +
      'each poll alone in its run. Posts of one account that are due together share the account, the request and the writes of their sums.',
    'Not in the table: what X itself charges: $0.015 a post, $0.20 with a link, and [for its metrics](#what-x-charges-for-metrics). The polls are those of the schedule ' +
      '`days`, the default on X. The schedule `frequent`, the default of the other platforms, has ' +
      `at most ${frequent} polls of a post, which cost ${money(THOUSAND * dollars(counted, scaleUsage(counted.freeReading.alone, frequent)))} for a thousand posts, each alone in its run; ` +
      '[the worked bills](#worked-bills) have those of a usual post.',
  );
}

function deliveryTable(counted: MeasuredUsage): string {
  const { alone, inTens } = counted.delivery;
  const billOf = (units: Usage, receives: number) =>
    toDollars(billableAmounts(units, counted.templates.production, receives));
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
    `The cost that one endpoint adds to an event: record, message, first attempt and result. An item causes ${counted.eventsPerItem} events, on any number of platforms, and a file of the media library one.`,
    table(
      ['', 'invocations', 'reads', 'writes', '$ per 1,000'],
      [row('one by one', alone, one), row('in batches of ten', inTens, ten)],
    ),
    `${dominates(one)} A delivery with ten failed attempts costs up to ten times as much.`,
  );
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
      typeof source === 'object'
        ? `read: ${source.read}`
        : source === 'known'
          ? 'general knowledge'
          : 'believed, not confirmed',
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
  const template = counted.templates.production;
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
    [
      'Lambda at an empty queue',
      `${ASSUMPTIONS.pollers} pollers, with a maximum concurrency ${ASSUMPTIONS.pollersWithMaximum}; ${ASSUMPTIONS.pollSeconds} s per poll`,
    ],
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
