import { round4 } from '../../lib/domain/rounding.ts';
/**
 * What one thing the service does uses of what AWS bills, and the calls its duration is reckoned from. Numbers
 * may be fractions where several runs were averaged.
 */
export interface Usage {
  /** Requests at the HTTP API. */
  requests: number;
  /** Invocations of Lambda functions. */
  invocations: number;
  /** Read request units. */
  reads: number;
  /** Write request units of the table itself. */
  writes: number;
  /** Write request units of its indexes. */
  indexWrites: number;
  /** Round trips to the table that read. */
  readCalls: number;
  /** Round trips to the table that write, transactions included. */
  writeCalls: number;
  /** Messages put into queues; each is received and deleted once more. */
  messages: number;
  /** Requests that put them there: up to ten messages in one. */
  sendCalls: number;
  /** Timers created, moved or deleted. That costs time only. */
  timerCalls: number;
  /** Encryptions and decryptions by the key of the accounts. */
  keyCalls: number;
  /** Mails sent. */
  mails: number;
  /** Timers that fired. */
  timersFired: number;
  /** Requests to the platforms. */
  platformCalls: number;
  /** Requests to webhook receivers. */
  receiverCalls: number;
  /** Seconds spent waiting for others to do something, beyond the calls above. */
  waitSeconds: number;
  /** Bytes the functions wrote to their logs; the lines Lambda adds to them are not in it. */
  logBytes: number;
  /** Bytes of response bodies. */
  bytesOut: number;
}

export const NO_USAGE: Readonly<Usage> = {
  requests: 0,
  invocations: 0,
  reads: 0,
  writes: 0,
  indexWrites: 0,
  readCalls: 0,
  writeCalls: 0,
  messages: 0,
  sendCalls: 0,
  timerCalls: 0,
  keyCalls: 0,
  mails: 0,
  timersFired: 0,
  platformCalls: 0,
  receiverCalls: 0,
  waitSeconds: 0,
  logBytes: 0,
  bytesOut: 0,
};

const NAMES = Object.keys(NO_USAGE) as (keyof Usage)[];

/** The sum of several units. */
export function addUsage(...all: Usage[]): Usage {
  return combine((name) => all.reduce((sum, units) => sum + units[name], 0));
}

/** Units taken a number of times. A negative number takes them off. */
export function scaleUsage(units: Usage, factor: number): Usage {
  return combine((name) => units[name] * factor);
}

function combine(value: (name: keyof Usage) => number): Usage {
  // Four decimals: tenths of averages stay exact, and the noise of floating point does not show.
  const entries = NAMES.map((name) => [name, round4(value(name))]);
  return Object.fromEntries(entries) as unknown as Usage;
}

/** One kind of request: alone in its minute, or one of many; and what follows from its change. */
export interface MeasuredRequest {
  name: string;
  operation: string;
  alone: Usage;
  busy: Usage;
  after: Usage;
  /** The request stays open until the platforms have answered; how long is assumed. */
  waits?: true;
}

/** Everything `npm run cost` counts; `units.json` is its committed form. */
export interface MeasuredUsage {
  requests: MeasuredRequest[];
  /** The life of a post on one platform, step by step. */
  post: { name: string; units: Usage }[];
  /** What publishing adds for each platform. */
  publish: Record<string, Usage>;
  /** Events one post on one platform makes, from `created` to `published`. */
  eventsPerPost: number;
  delivery: { alone: Usage; inTens: Usage };
  /** One reading of one post's numbers, alone in its run. */
  reading: Usage;
  sweep: Usage;
  collect: Usage;
  refresh: Usage;
  template: TemplateFacts;
}

/** What the production template holds that costs money whether or not anybody calls. */
export interface TemplateFacts {
  memoryMb: number;
  /** Queues that Lambda polls. */
  polledQueues: number;
  /** Bytes the gateway logs of a request: the length of its format, whose values are about as long. */
  accessLogBytes: number;
  sweepsPerHour: number;
  collectionsPerHour: number;
  refreshesPerHour: number;
  alarms: number;
  /** Metrics the alarms look at: each is billed as an alarm. */
  alarmMetrics: number;
  compositeAlarms: number;
  /** Metrics the functions emit when something happens, each platform's counted apart. */
  customMetrics: number;
  dashboards: number;
  secrets: number;
  keys: number;
}
