import { randomUUID } from 'node:crypto';
import type { Functions, LocalFunction } from './functions.ts';
import { type Store, transaction } from './store.ts';
import type { Template } from './template.ts';
import type { Outcome } from './thread-pool.ts';
import { createWallClockTimer } from './wall-clock-timer.ts';

/**
 * Asynchronous invocations (`InvocationType: Event`), which survive the death of the process. Each starts a chain of
 * requests: they come from schedules, and no function invokes another.
 */
export type Invocations = {
  /** Accepts an event for a function; it runs soon, with Lambda's retries and failure destination. */
  enqueue: (functionArn: string, event: unknown) => string;
  start: () => void;
  /** Stops starting work; resolves when nothing is running. Unfinished work stays stored. */
  stop: () => Promise<void>;
  /** Resolves to whether nothing is left to do at present. */
  isIdle: () => Promise<boolean>;
};

type Row = { id: string; function_arn: string; payload: string; attempts: number; accepted_ms: number };
type Config = {
  FunctionName: string;
  MaximumRetryAttempts?: number;
  MaximumEventAgeInSeconds?: number;
  DestinationConfig?: { OnFailure?: { Destination: string }; OnSuccess?: unknown };
};

/** Lambda waits 1 minute, then 2 minutes; here they are seconds, so that a person can watch it. */
const RETRY_WAIT_MS = [1000, 2000];
const CONCURRENCY = 50;

/**
 * `sendTo` sends a destination record to the queue with that ARN; `checkDestination` throws if it does not
 * exist.
 */
export function createInvocations(options: {
  store: Store;
  template: Template;
  functions: Functions;
  sendTo: (queueArn: string, body: unknown) => void;
  checkDestination: (resourceId: string, arn: string) => void;
  log: (line: string) => void;
}): Invocations {
  const { store, functions, log } = options;
  const configs = new Map<string, Config>();
  for (const resource of options.template.ofType('AWS::Lambda::EventInvokeConfig')) {
    const config = resource.properties as Config;
    if (config.DestinationConfig?.OnSuccess) {
      throw new Error(`${resource.id}.DestinationConfig: OnSuccess is not known here`);
    }
    const destination = config.DestinationConfig?.OnFailure?.Destination;
    if (destination) options.checkDestination(resource.id, destination);
    configs.set(functions.find(config.FunctionName)?.arn ?? config.FunctionName, config);
  }
  const insert = store.prepare(
    'INSERT INTO invocations (id, function_arn, payload, accepted_ms, due_ms) VALUES (?, ?, ?, ?, ?)',
  );
  const next = store.prepare('SELECT * FROM invocations ORDER BY due_ms LIMIT ?');
  const remove = store.prepare('DELETE FROM invocations WHERE id = ?');
  const postpone = store.prepare('UPDATE invocations SET attempts = ?, due_ms = ? WHERE id = ?');
  const running = new Map<string, Promise<void>>();
  let stopped = true;
  const timer = createWallClockTimer(pump);

  function pump(): void {
    if (stopped) return;
    for (const row of next.all(CONCURRENCY * 2) as unknown as (Row & { due_ms: number })[]) {
      if (running.has(row.id)) continue;
      if (row.due_ms > Date.now()) {
        timer.set(row.due_ms);
        return;
      }
      if (running.size >= CONCURRENCY) return;
      const done = attempt(row).finally(() => {
        running.delete(row.id);
        timer.set(Date.now());
      });
      running.set(row.id, done);
    }
  }

  async function attempt(row: Row): Promise<void> {
    const fn = functions.find(row.function_arn);
    if (!fn) {
      log(`dropped an invocation of ${row.function_arn}, which is no longer in the template`);
      remove.run(row.id);
      return;
    }
    const config = configs.get(fn.arn);
    const maximumAgeMs = (config?.MaximumEventAgeInSeconds ?? 6 * 3600) * 1000;
    if (Date.now() - row.accepted_ms > maximumAgeMs) {
      return giveUp(row, fn, 'EventAgeExceeded', row.attempts);
    }
    const outcome = await fn.invoke(JSON.parse(row.payload), { requestId: row.id });
    if (stopped && outcome.error) return;
    const attempts = row.attempts + 1;
    const retries = config?.MaximumRetryAttempts ?? RETRY_WAIT_MS.length;
    if (!outcome.error) remove.run(row.id);
    else if (attempts <= retries) postpone.run(attempts, Date.now() + RETRY_WAIT_MS[attempts - 1]!, row.id);
    else giveUp(row, fn, 'RetriesExhausted', attempts, outcome);
  }

  /** Record shape: AWS Lambda developer guide, "Capturing records of Lambda asynchronous invocations". */
  function giveUp(row: Row, fn: LocalFunction, condition: string, count: number, outcome?: Outcome): void {
    const destination = configs.get(fn.arn)?.DestinationConfig?.OnFailure?.Destination;
    const record = {
      version: '1.0',
      timestamp: new Date().toISOString(),
      requestContext: {
        requestId: row.id,
        functionArn: `${fn.arn}:$LATEST`,
        condition,
        approximateInvokeCount: count,
      },
      requestPayload: JSON.parse(row.payload),
      ...(outcome && {
        responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
        responsePayload: outcome.error,
      }),
    };
    transaction(store, () => {
      if (destination) options.sendTo(destination, record);
      remove.run(row.id);
    });
  }

  return {
    enqueue: (functionArn, event) => {
      const id = randomUUID();
      insert.run(id, functionArn, JSON.stringify(event ?? null), Date.now(), Date.now());
      timer.set(Date.now());
      return id;
    },
    start: () => {
      stopped = false;
      timer.set(Date.now());
    },
    stop: async () => {
      stopped = true;
      timer.stop();
      await Promise.all(running.values());
    },
    isIdle: async () => {
      const [row] = next.all(1) as unknown as { due_ms: number }[];
      return running.size === 0 && (row === undefined || row.due_ms > Date.now());
    },
  };
}
