import { nextPollAt, POLL_COST_USD } from '../../lib/domain/analytics/post-metrics.ts';
import { dayOf } from '../../lib/domain/analytics/time-buckets.ts';
import { money, number, percent, section, table } from '../markdown/markdown.ts';
import {
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
import { ASSUMPTIONS, FREE_TIER, PRICED, PRICES, type PriceName } from './prices.ts';
import {
  addUsage,
  type MeasuredRequest,
  type MeasuredUsage,
  NO_USAGE,
  scaleUsage,
  type Usage,
} from './usage.ts';

const MILLION = 1e6;
const THOUSAND = 1e3;

/** The generated part of `docs/cost.md`: every table, from what was counted and what it is priced at. */
export function renderCostTables(counted: MeasuredUsage): string {
  return [
    requestTable(counted),
    postTable(counted),
    deliveryTable(counted),
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
    'Reads, writes (those of the indexes included) and milliseconds are of one request among many; “alone” is ' +
      `the first of a function instance in its minute, which looks up the token and takes its own admission (${money(overhead)}). ` +
      '“After” is what its change sets off: events, timers, publishing.',
    table(['operation', '', 'reads', 'writes', 'ms', '$ alone', '$ among many', '$ after'], rows),
    `${dominates(sumBills(...busyBills))} Publish now is the exception: its function waits for the platforms.`,
  );
}

/** What one reading, or one post, and so on costs in dollars. */
function dollars(counted: MeasuredUsage, units: Usage): number {
  return totalDollars(toDollars(billableAmounts(units, counted.template)));
}

/** What publish now sets off: one message, and all of publishing. */
function publishedNow({ publish }: MeasuredUsage): Usage {
  return addUsage(publish.twitter!, { ...NO_USAGE, invocations: 1, messages: 1, sendCalls: 1 });
}

function lookUps(requests: MeasuredRequest[]): Usage {
  const { alone, busy } = requests.find(({ operation }) => operation === 'auth.verify')!;
  return addUsage(alone, scaleUsage(busy, -1));
}

function postTable(counted: MeasuredUsage): string {
  const { readings, days } = metricsPollsPer(Math.round(60 / counted.template.collectionsPerHour));
  const steps = [
    ...counted.post.map(({ name, units }) => ({ name, units })),
    { name: `its numbers, read ${readings} times in 90 days`, units: scaleUsage(counted.reading, readings) },
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
        ['**with 90 days of numbers**', '', '', '', '', `**${money(THOUSAND * dollars(counted, whole))}**`],
      ],
    ),
    `Publishing and what follows, by platform: ${others}. ` +
      `${dominates(toDollars(billableAmounts(whole, counted.template)))} Reading the numbers costs more than everything before it: ` +
      `${percent(dollars(counted, scaleUsage(counted.reading, readings)) / dollars(counted, whole))} of the whole, each ` +
      'reading here alone in its run; posts of one account that are due together share the account and the request, not the writes.',
    'Not in the table: what X itself asks, $0.015 a post ($0.20 with a link) and $0.005 for each UTC day in which one is read: ' +
      `${money(days * POLL_COST_USD.twitter)} for the readings of one post, which is ` +
      `${Math.round((days * POLL_COST_USD.twitter) / dollars(counted, whole))} times what AWS asks for all of it. ` +
      'The metric `PlatformReadCostUsd` counts it.',
  );
}

/** How often the numbers of a post are read before it is too old, by the product's own rule, and in how many UTC days. */
function metricsPollsPer(everyMinutes: number): { readings: number; days: number } {
  const published = Date.UTC(2026, 0, 1);
  let readings = 0;
  const days = new Set<string>();
  for (let atMs: number | null = published; atMs !== null; ) {
    readings++;
    days.add(dayOf(new Date(atMs)));
    const next = nextPollAt(new Date(published).toISOString(), atMs, everyMinutes);
    const pauseMs = everyMinutes * 60_000;
    // The collector comes in its own rhythm: the next reading is at its next run after the post is due.
    atMs = next === null ? null : published + Math.ceil((Date.parse(next) - published) / pauseMs) * pauseMs;
  }
  return { readings, days: days.size };
}

function deliveryTable(counted: MeasuredUsage): string {
  const { alone, inTens } = counted.delivery;
  const billOf = (units: Usage, receives: number) =>
    toDollars(billableAmounts(units, counted.template, receives));
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
    `What one endpoint adds to an event: its record, message, attempt and result, at the first attempt. A post makes ${counted.eventsPerPost} events.`,
    table(
      ['', 'invocations', 'reads', 'writes', '$ per 1,000'],
      [row('one by one', alone, one), row('in batches of ten', inTens, ten)],
    ),
    `${dominates(one)} A delivery that fails ten times makes ten attempts: up to ten times as much.`,
  );
}

function idleTable(counted: MeasuredUsage): string {
  const lines = idleMonthLineItems(counted);
  const amounts = sumBills(...lines.map((line) => line.amounts));
  const list = totalDollars(toDollars(amounts));
  const free = totalDollars(toDollars(aboveFreeTier(amounts)));
  const rows = lines
    .filter((line) => totalDollars(line.amounts) > 0)
    .map((line) => [
      line.what,
      money(totalDollars(toDollars(line.amounts))),
      reason(toDollars(line.amounts)),
    ]);
  const { template } = counted;
  return section(
    'A month in which nobody calls',
    `Stage production, ${ASSUMPTIONS.storedGb} GB stored. “Nothing while idle” is true of servers, not of the bill: ` +
      `it is ${money(list)} dollars at list prices, ${money(free)} beyond what every account has free. Development has the same lines, but for alarms and dashboard.`,
    table(
      ['', '$', 'of which most'],
      [
        ...rows,
        ['**list price**', `**${money(list)}**`, ''],
        [
          '**beyond what every account has free**',
          `**${money(free)}**`,
          reason(toDollars(aboveFreeTier(amounts))),
        ],
      ],
    ),
    `${dominates(toDollars(amounts))} The free allowances are the account's, not the service's. ` +
      `The ${template.customMetrics} metrics of its own are paid by the hour in which something is emitted: ` +
      `none when idle, ${money(template.customMetrics * PRICES.metric.dollars)} when every one is emitted all month.`,
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
    `${PRICED.region}, ${PRICED.date}, ${PRICED.currency}. AWS's own pages could not be read when this was written: ` +
      'check a price on its page before a decision hangs on it.',
    table(['', 'price', 'free each month', 'from', 'page'], rows),
  );
}

function assumedTable(counted: MeasuredUsage): string {
  const { template } = counted;
  const of: [string, string][] = [
    ['memory of every function', `${template.memoryMb} MB`],
    [
      'duration',
      `${ASSUMPTIONS.ownMs} ms, and every call after the other: read ${ASSUMPTIONS.readMs}, write ${ASSUMPTIONS.writeMs}, message ${ASSUMPTIONS.sendMs}, timer ${ASSUMPTIONS.timerMs}, key ${ASSUMPTIONS.keyMs}, mail ${ASSUMPTIONS.mailMs}, platform ${ASSUMPTIONS.platformMs}, receiver ${ASSUMPTIONS.receiverMs} ms`,
    ],
    [
      'cold starts',
      `${100 * ASSUMPTIONS.coldStartShare} % of invocations, ${ASSUMPTIONS.coldStartMs} ms each`,
    ],
    [
      'publish now',
      `answered after ${ASSUMPTIONS.publishNowSeconds} s, ${ASSUMPTIONS.publishNowReads} reads meanwhile`,
    ],
    [
      'a message',
      `sent, received and deleted: ${1 + ASSUMPTIONS.receivesPerMessage} requests, in tens ${1 + ASSUMPTIONS.receivesPerBatchedMessage}`,
    ],
    ['Lambda at an idle queue', `${ASSUMPTIONS.pollers} pollers, ${ASSUMPTIONS.pollSeconds} s each poll`],
    [
      'logs',
      `what was written, ${ASSUMPTIONS.lambdaLogBytes} bytes of Lambda's own an invocation, ${template.accessLogBytes} of the gateway's a request`,
    ],
    ['a refused write', 'billed as items of 1 KB'],
    [
      'index writes of a transaction',
      'counted once, as the embedded table does; twice would add their number again',
    ],
    ['stream', 'reads by Lambda are not billed'],
  ];
  return section('Assumed, not counted', '', table(['what', 'taken as'], of));
}

function dominates(bill: Bill): string {
  const parts = largestLineItems(bill, 2).map(
    ({ name, share }) => `${PRICES[name].what} (${percent(share)})`,
  );
  return `What dominates: ${parts.join(', then ')}.`;
}
