import { round4 } from '../../lib/core/values/rounding.ts';
import type { ScheduledJob } from './scheduled-jobs.ts';

/**
 * Billable usage of one operation, and the calls that determine its duration. Averages over several runs may be
 * fractions.
 */
export interface Usage {
  /** Requests at the HTTP API. */
  requests: number;
  /** Invocations of Lambda functions. */
  invocations: number;
  /** Memory of the invoked functions in MB, summed over the invocations. */
  memoryMb: number;
  /** Read request units. */
  reads: number;
  /** Write request units of the table itself. */
  writes: number;
  /** Write request units of its indexes. */
  indexWrites: number;
  /** Read round trips to the table. */
  readCalls: number;
  /** Write round trips to the table, including transactions. */
  writeCalls: number;
  /** Sent SQS messages; each is also received and deleted. */
  messages: number;
  /** Send requests: up to ten messages each. */
  sendCalls: number;
  /** Created, moved or deleted schedules. They cost only time. */
  timerCalls: number;
  /** KMS encryptions and decryptions. */
  keyCalls: number;
  /** Sent emails. */
  emails: number;
  /** Schedule invocations. */
  timersFired: number;
  /** Requests to the platforms. */
  platformCalls: number;
  /** Requests to webhook receivers. */
  receiverCalls: number;
  /** Seconds of waiting beyond the calls above. */
  waitSeconds: number;
  /** Bytes that functions log, without the lines that Lambda adds. */
  logBytes: number;
  /** Bytes of response bodies. */
  bytesOut: number;
}

export const NO_USAGE: Readonly<Usage> = {
  requests: 0,
  invocations: 0,
  memoryMb: 0,
  reads: 0,
  writes: 0,
  indexWrites: 0,
  readCalls: 0,
  writeCalls: 0,
  messages: 0,
  sendCalls: 0,
  timerCalls: 0,
  keyCalls: 0,
  emails: 0,
  timersFired: 0,
  platformCalls: 0,
  receiverCalls: 0,
  waitSeconds: 0,
  logBytes: 0,
  bytesOut: 0,
};

const NAMES = Object.keys(NO_USAGE) as (keyof Usage)[];

/** Add usage. */
export function addUsage(...all: Usage[]): Usage {
  return combine((name) => all.reduce((sum, units) => sum + units[name], 0));
}

/** Subtract usage. */
export function subtractUsage(all: Usage, part: Usage): Usage {
  return addUsage(all, scaleUsage(part, -1));
}

/** Multiply usage. A negative factor subtracts it. */
export function scaleUsage(units: Usage, factor: number): Usage {
  return combine((name) => units[name] * factor);
}

function combine(value: (name: keyof Usage) => number): Usage {
  // Four decimals keep tenths of averages exact and remove floating-point noise.
  const entries = NAMES.map((name) => [name, round4(value(name))]);
  return Object.fromEntries(entries) as unknown as Usage;
}

/** Usage of one kind of request: alone in its minute, one of many, and the derived work. */
export interface MeasuredRequest {
  name: string;
  operation: string;
  alone: Usage;
  busy: Usage;
  after: Usage;
  /** The request waits for the platforms; the duration is an assumption. */
  waits?: true;
}

/** What a stage that counts usage does besides. */
export interface MeasuredCounting {
  /** In each run of the sweep. */
  run: Usage;
  item: Usage;
  /** The post of an item on one platform. */
  post: Usage;
  /** One metric poll of one post on X. */
  reading: Usage;
  delivery: Usage;
  /** A file that becomes ready. */
  file: Usage;
  /** In an hour with changes of a workspace: the mark of its day, and the sum. */
  mark: Usage;
  sum: Usage;
}

/** Everything that `npm run cost` measures; `units.json` is its committed form. */
export interface MeasuredUsage {
  requests: MeasuredRequest[];
  /** The steps of a post on one platform. */
  post: { name: string; units: Usage }[];
  /** Usage of publishing by platform. */
  publish: Record<string, Usage>;
  /** Events of an item from `created` to `published`, on any number of platforms. */
  eventsPerItem: number;
  /** What a draft causes without an endpoint: its event and its audit entry, alone and as one of ten. */
  derived: { alone: Usage; inTens: Usage };
  /** What one endpoint adds to it. */
  delivery: { alone: Usage; inTens: Usage };
  /** One metric poll of one post on X, alone in its run. */
  reading: Usage;
  /** The same on the other platforms, on average, and what each further post of the account adds to it. */
  freeReading: { alone: Usage; further: Usage };
  /** What follows from a file that becomes ready: its event. */
  readyFile: Usage;
  /** A run of each job while there is nothing to do. */
  runs: Record<ScheduledJob, Usage>;
  /** The refresh of a token, and the derived work. */
  tokenRefresh: { run: Usage; after: Usage };
  counting: MeasuredCounting;
  templates: Record<IdleStage, TemplateFacts>;
}

/** The stages whose idle month the cost model computes: development with and without a key of its own, and production. */
export const IDLE_STAGES = [
  'development without a KMS key',
  'development',
  'production',
  'production without slow publish lanes',
] as const;
export type IdleStage = (typeof IDLE_STAGES)[number];

/** Facts of the templates of a stage that determine its fixed cost. */
export interface TemplateFacts {
  /** Queues that Lambda polls. */
  polledQueues: number;
  /** The pollers that Lambda keeps at them while they are empty. */
  idlePollers: number;
  /** Bytes of the gateway's access log per request: the length of its format, as an estimate. */
  accessLogBytes: number;
  /** The dead-letter queues whose messages the sweep counts every five minutes. */
  countedQueues: number;
  runsPerHour: Record<ScheduledJob, number>;
  alarms: number;
  /** Metrics of the alarms: each is billed as an alarm. */
  alarmMetrics: number;
  compositeAlarms: number;
  /** Custom metrics, counted per platform. */
  customMetrics: number;
  /** The number of different metrics of each CloudWatch dashboard. */
  dashboardMetrics: number[];
  secrets: number;
  keys: number;
  logRetentionDays: number;
  /** Write units per second of the table and its indexes beyond those that a new one has. */
  warmWriteUnits: number;
}
