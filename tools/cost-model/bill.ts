import { ASSUMPTIONS, FREE_TIER, PRICES, type PriceName } from './prices.ts';
import type { MeasuredRequest, TemplateFacts, Usage } from './usage.ts';

/** Amounts or dollars by price. */
export type Bill = Partial<Record<PriceName, number>>;

const GB = 1e9;
export const MB_PER_GB = 1024;

/** Convert usage to billable amounts. A message causes `receives` receive and delete requests. */
export function billableAmounts(
  units: Usage,
  template: Pick<TemplateFacts, 'accessLogBytes'>,
  receives: number = ASSUMPTIONS.receivesPerMessage,
): Bill {
  const logBytes =
    units.logBytes + units.invocations * ASSUMPTIONS.lambdaLogBytes + units.requests * template.accessLogBytes;
  return {
    request: units.requests,
    invocation: units.invocations,
    // The functions of an operation run for about as long as each other, so their average memory counts.
    compute:
      (functionDurationMs(units) / 1000) * (units.memoryMb / Math.max(units.invocations, Number.EPSILON) / MB_PER_GB),
    read: units.reads,
    write: units.writes + units.indexWrites,
    queueRequest: units.sendCalls + units.messages * receives,
    timer: units.timersFired,
    keyRequest: units.keyCalls,
    mail: units.emails,
    logged: logBytes / GB,
    sent: (units.bytesOut + units.requests * ASSUMPTIONS.headBytes) / GB,
  };
}

/**
 * Estimate the duration of the functions in milliseconds, with all calls in sequence: an upper bound. The deliveries of
 * a batch are sent concurrently, so an invocation waits for receivers once.
 */
export function functionDurationMs(units: Usage): number {
  return (
    units.invocations * (ASSUMPTIONS.ownMs + ASSUMPTIONS.coldStartShare * ASSUMPTIONS.coldStartMs) +
    units.readCalls * ASSUMPTIONS.readMs +
    units.writeCalls * ASSUMPTIONS.writeMs +
    units.sendCalls * ASSUMPTIONS.sendMs +
    units.timerCalls * ASSUMPTIONS.timerMs +
    units.keyCalls * ASSUMPTIONS.keyMs +
    units.emails * ASSUMPTIONS.mailMs +
    units.platformCalls * ASSUMPTIONS.platformMs +
    Math.min(units.receiverCalls, units.invocations) * ASSUMPTIONS.receiverMs +
    units.waitSeconds * 1000
  );
}

/** Convert amounts to dollars at list prices. */
export function toDollars(amounts: Bill): Bill {
  return mapBill(amounts, (name, amount) => (amount * PRICES[name].dollars) / PRICES[name].per);
}

/** Sum what amounts cost at list prices, in dollars. */
export function dollarsOf(amounts: Bill): number {
  return totalDollars(toDollars(amounts));
}

/** Subtract the monthly free tier from amounts. */
export function aboveFreeTier(amounts: Bill): Bill {
  return mapBill(amounts, (name, amount) => Math.max(0, amount - (FREE_TIER[name] ?? 0)));
}

/** Sum the values of a bill. */
export function totalDollars(bill: Bill): number {
  return Object.values(bill).reduce((sum, dollars) => sum + dollars, 0);
}

/** Multiply each value of a bill. */
export function scaleBill(bill: Bill, factor: number): Bill {
  return mapBill(bill, (_, value) => value * factor);
}

/** Add several bills by price. */
export function sumBills(...bills: Bill[]): Bill {
  const sum: Bill = {};
  for (const bill of bills) {
    for (const [name, value] of Object.entries(bill) as [PriceName, number][]) {
      sum[name] = (sum[name] ?? 0) + value;
    }
  }
  return sum;
}

/** Return the largest items of a bill with their share of the total, 0 to 1. */
export function largestLineItems(bill: Bill, count: number): { name: PriceName; share: number }[] {
  const whole = totalDollars(bill);
  return (Object.entries(bill) as [PriceName, number][])
    .map(([name, dollars]) => ({ name, share: whole === 0 ? 0 : dollars / whole }))
    .sort((a, b) => b.share - a.share)
    .slice(0, count);
}

/** Add the wait for the platforms and the repeated reads of the item to a waiting request. */
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

/** Change the value of each price. */
function mapBill(bill: Bill, change: (name: PriceName, value: number) => number): Bill {
  const entries = (Object.entries(bill) as [PriceName, number][]).map(([name, value]) => [name, change(name, value)]);
  return Object.fromEntries(entries) as Bill;
}
