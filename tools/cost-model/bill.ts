import { ASSUMPTIONS, FREE_TIER, PRICES, type PriceName } from './prices.ts';
import type { MeasuredRequest, MeasuredUsage, TemplateFacts, Usage } from './usage.ts';

/** Dollars by what they are paid for. */
export type Bill = Partial<Record<PriceName, number>>;

const GB = 1e9;
const MB_PER_GB = 1024;

/** What is billed of some units: amounts by price. A message's receives and deletes are `receives` requests. */
export function billableAmounts(
  units: Usage,
  template: Pick<TemplateFacts, 'memoryMb' | 'accessLogBytes'>,
  receives: number = ASSUMPTIONS.receivesPerMessage,
): Bill {
  const logBytes =
    units.logBytes +
    units.invocations * ASSUMPTIONS.lambdaLogBytes +
    units.requests * template.accessLogBytes;
  return {
    request: units.requests,
    invocation: units.invocations,
    compute: (functionDurationMs(units) / 1000) * (template.memoryMb / MB_PER_GB),
    read: units.reads,
    write: units.writes + units.indexWrites,
    queueRequest: units.sendCalls + units.messages * receives,
    timer: units.timersFired,
    keyRequest: units.keyCalls,
    mail: units.mails,
    logged: logBytes / GB,
    sent: (units.bytesOut + units.requests * ASSUMPTIONS.headBytes) / GB,
  };
}

/** How long functions run for these units, in milliseconds: every call after the other, which is too long. */
export function functionDurationMs(units: Usage): number {
  return (
    units.invocations * (ASSUMPTIONS.ownMs + ASSUMPTIONS.coldStartShare * ASSUMPTIONS.coldStartMs) +
    units.readCalls * ASSUMPTIONS.readMs +
    units.writeCalls * ASSUMPTIONS.writeMs +
    units.sendCalls * ASSUMPTIONS.sendMs +
    units.timerCalls * ASSUMPTIONS.timerMs +
    units.keyCalls * ASSUMPTIONS.keyMs +
    units.mails * ASSUMPTIONS.mailMs +
    units.platformCalls * ASSUMPTIONS.platformMs +
    units.receiverCalls * ASSUMPTIONS.receiverMs +
    units.waitSeconds * 1000
  );
}

/** The dollars of some amounts. */
export function toDollars(amounts: Bill): Bill {
  return mapBill(amounts, (name, amount) => (amount * PRICES[name].dollars) / PRICES[name].per);
}

/** Amounts a month's free allowance does not cover. */
export function aboveFreeTier(amounts: Bill): Bill {
  return mapBill(amounts, (name, amount) => Math.max(0, amount - (FREE_TIER[name] ?? 0)));
}

/** The dollars of a bill together. */
export function totalDollars(bill: Bill): number {
  return Object.values(bill).reduce((sum, dollars) => sum + dollars, 0);
}

/** Sums of amounts or of dollars. */
export function sumBills(...bills: Bill[]): Bill {
  const sum: Bill = {};
  for (const bill of bills) {
    for (const [name, value] of Object.entries(bill) as [PriceName, number][]) {
      sum[name] = (sum[name] ?? 0) + value;
    }
  }
  return sum;
}

/** The largest items of a bill, as names with their share of the whole, from 0 to 1. */
export function largestLineItems(bill: Bill, count: number): { name: PriceName; share: number }[] {
  const whole = totalDollars(bill);
  return (Object.entries(bill) as [PriceName, number][])
    .map(([name, dollars]) => ({ name, share: whole === 0 ? 0 : dollars / whole }))
    .sort((a, b) => b.share - a.share)
    .slice(0, count);
}

/** A request that waits for the platforms also reads the item again and again meanwhile. */
export function addWaitUsage(request: MeasuredRequest): MeasuredRequest {
  if (!request.waits) return request;
  const wait = (units: Usage): Usage => ({
    ...units,
    waitSeconds: ASSUMPTIONS.publishNowSeconds,
    reads: units.reads + ASSUMPTIONS.publishNowReads,
    readCalls: units.readCalls + ASSUMPTIONS.publishNowReads,
  });
  return { ...request, alone: wait(request.alone), busy: wait(request.busy) };
}

/** Every line of a month in which nobody calls, as amounts. */
export function idleMonthLineItems({
  template,
  sweep,
  collect,
  refresh,
}: MeasuredUsage): { what: string; amounts: Bill }[] {
  const sweeps = template.sweepsPerHour * ASSUMPTIONS.monthHours;
  const collections = template.collectionsPerHour * ASSUMPTIONS.monthHours;
  const refreshes = template.refreshesPerHour * ASSUMPTIONS.monthHours;
  const runs = (units: Usage, count: number) => {
    const { logged, ...rest } = billableAmounts({ ...units, timersFired: 1 }, template);
    return { logged: (logged ?? 0) * count, rest: mapBill(rest, (_, amount) => amount * count) };
  };
  const sweeping = runs(sweep, sweeps);
  const collecting = runs(collect, collections);
  const refreshing = runs(refresh, refreshes);
  const polls =
    (template.polledQueues * ASSUMPTIONS.pollers * ASSUMPTIONS.monthHours * 3600) / ASSUMPTIONS.pollSeconds;
  const gb = ASSUMPTIONS.storedGb;
  return [
    { what: `the sweep, ${round(sweeps)} times`, amounts: sweeping.rest },
    { what: `the collector, ${round(collections)} times`, amounts: collecting.rest },
    { what: `the refreshing of tokens, ${round(refreshes)} times`, amounts: refreshing.rest },
    {
      what: 'the logs of these',
      amounts: { logged: sweeping.logged + collecting.logged + refreshing.logged },
    },
    { what: `Lambda waiting at ${template.polledQueues} queues`, amounts: { queueRequest: polls } },
    {
      what: `${template.alarms} alarms on ${template.alarmMetrics} metrics`,
      amounts: { alarmMetric: template.alarmMetrics, compositeAlarm: template.compositeAlarms },
    },
    { what: `${template.dashboards} dashboard`, amounts: { dashboard: template.dashboards } },
    {
      what: `${template.secrets} secrets and ${template.keys} keys`,
      amounts: { secret: template.secrets, key: template.keys },
    },
    { what: `${gb} GB in the table`, amounts: { stored: gb } },
    { what: `its point-in-time recovery`, amounts: { recovery: gb } },
  ];
}

function round(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

function mapBill(bill: Bill, change: (name: PriceName, value: number) => number): Bill {
  const entries = (Object.entries(bill) as [PriceName, number][]).map(([name, value]) => [
    name,
    change(name, value),
  ]);
  return Object.fromEntries(entries) as Bill;
}
