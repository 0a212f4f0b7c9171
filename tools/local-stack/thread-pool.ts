import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { traceHeaderOfInvocation } from './lineage.ts';
import { loadNativePackages } from './native-packages.ts';
import type { ThreadBudget } from './thread-budget.ts';
import {
  type InvocationError,
  WORKER_SOURCE,
  type WorkerData,
  type WorkerReply,
  type WorkerRequest,
} from './worker.ts';

/** How an invocation ended: the handler's value, or the error Lambda would report. */
export type Outcome = { payload: unknown; error?: undefined } | { error: InvocationError };

export type InvocationOptions = {
  requestId?: string;
  causedBy?: string | undefined;
  /** Cancels the invocation if it has not begun: no caller waits for its outcome. */
  signal?: AbortSignal;
};

const IDLE_MS = 10_000;
/**
 * The size of a thread's young generation. V8's own limit (48 MB for three semi-spaces) is filled before anything is
 * collected, so a thread holds 10 MB more with it and saves no measurable time.
 */
const MAX_YOUNG_GENERATION_MB = 4;
/** Lambda's limit for a synchronous response, in bytes. */
const RESPONSE_LIMIT = 6_291_556;

export type ThreadPoolOptions = WorkerData & {
  timeoutMs: number;
  initTimeoutMs: number;
  memory: number;
  concurrency: number;
  env: Record<string, string>;
  /** The threads of all functions. */
  budget: ThreadBudget;
  touch: () => void;
};
type Invocation = { event: string; requestId: string; traceHeader: string; settle: (outcome: Outcome) => void };
type Thread = {
  worker: Worker;
  state: 'starting' | 'idle' | 'busy' | 'ended';
  invocation?: Invocation;
  timer?: NodeJS.Timeout;
  failure?: InvocationError;
};

/**
 * Run the execution environments of one function: threads with one invocation at a time. A new thread starts only
 * when all are busy and none is starting, because a warm thread is usually free before a new one is.
 */
export function createThreadPool(options: ThreadPoolOptions) {
  const threads: Thread[] = [];
  const waiting: Invocation[] = [];
  let stopped = false;

  function dispatch(): void {
    while (waiting.length > 0) {
      // The oldest first, so that surplus threads become idle and end.
      const thread = threads.find(({ state }) => state === 'idle');
      if (thread) {
        run(thread, waiting.shift()!);
        continue;
      }
      const live = threads.filter(({ state }) => state !== 'ended');
      if (live.some(({ state }) => state === 'starting') || live.length >= options.concurrency) return;
      try {
        start();
        return;
      } catch (error) {
        waiting.shift()!.settle({ error: describe(error) });
      }
    }
  }

  /** Start a thread. Throws if the machine has no room for another one. */
  function start(): void {
    const { file, exportName, functionName, functionArn, codeCacheFile, logFile, clock } = options;
    loadNativePackages(file);
    const worker = new Worker(WORKER_SOURCE, {
      eval: true,
      workerData: {
        file,
        exportName,
        functionName,
        functionArn,
        codeCacheFile,
        logFile,
        ...(clock ? { clock } : {}),
      } satisfies WorkerData,
      env: options.env,
      stdout: true,
      stderr: true,
      resourceLimits: {
        maxOldGenerationSizeMb: Math.max(options.memory, 64),
        maxYoungGenerationSizeMb: MAX_YOUNG_GENERATION_MB,
      },
    });
    const thread: Thread = { worker, state: 'starting' };
    threads.push(thread);
    options.budget.add(thread);
    limit(thread, options.initTimeoutMs, 'Init phase');
    worker.stdout.on('data', (chunk: Buffer) => writeLog(chunk));
    worker.stderr.on('data', (chunk: Buffer) => writeLog(chunk));
    worker.on('message', (message: WorkerReply) => {
      if ('ready' in message) rest(thread);
      else settle(thread, 'error' in message ? message : parse(message.payload));
    });
    worker.on('error', (error: unknown) => {
      thread.failure ??= describe(error);
    });
    worker.on('exit', (code) => {
      const failure = thread.failure ?? { errorType: 'Runtime.ExitError', errorMessage: `exit code ${code}` };
      fail(thread, failure);
      options.budget.remove(thread);
      threads.splice(threads.indexOf(thread), 1);
      if (!stopped) dispatch();
    });
  }

  /** Open the file for each line: few functions fail, and most never start. */
  function writeLog(text: string | Buffer): void {
    try {
      appendFileSync(options.logFile, text);
    } catch {
      // The service continues when its log cannot be written.
    }
  }

  function limit(thread: Thread, ms: number, what: string): void {
    clearTimeout(thread.timer);
    thread.timer = setTimeout(() => {
      const errorMessage = `${what} Task timed out after ${(ms / 1000).toFixed(2)} seconds`;
      // The outcome does not wait for the end of the thread, which native code can delay.
      fail(thread, { errorType: 'Sandbox.Timedout', errorMessage });
      void thread.worker.terminate();
      if (!stopped) dispatch();
    }, ms);
  }

  function run(thread: Thread, invocation: Invocation): void {
    options.touch();
    options.budget.setBusy(thread);
    Object.assign(thread, { state: 'busy', invocation });
    limit(thread, options.timeoutMs, `RequestId: ${invocation.requestId} Error:`);
    const { timeoutMs } = options;
    const { event, requestId, traceHeader } = invocation;
    thread.worker.postMessage({ event, requestId, timeoutMs, traceHeader } satisfies WorkerRequest);
  }

  function rest(thread: Thread): void {
    if (thread.state === 'ended' || stopped) return;
    clearTimeout(thread.timer);
    thread.state = 'idle';
    thread.timer = setTimeout(() => retire(thread), IDLE_MS);
    dispatch();
    if (thread.state === 'idle') options.budget.setIdle(thread, () => retire(thread));
  }

  /** End an idle thread; from then on it receives no invocation. */
  function retire(thread: Thread): void {
    clearTimeout(thread.timer);
    thread.state = 'ended';
    void thread.worker.terminate();
  }

  function settle(thread: Thread, outcome: Outcome): void {
    options.touch();
    const { invocation } = thread;
    thread.invocation = undefined;
    if (outcome.error) writeLog(`${new Date().toISOString()} Invoke Error ${JSON.stringify(outcome.error)}\n`);
    invocation?.settle(outcome);
    if (thread.state === 'busy') rest(thread);
  }

  /** Mark a thread as ended, and fails the invocation that it runs, or whose start it was. */
  function fail(thread: Thread, failure: InvocationError): void {
    clearTimeout(thread.timer);
    const { state } = thread;
    thread.state = 'ended';
    if (state === 'starting') thread.invocation = waiting.shift();
    if (thread.invocation) settle(thread, { error: failure });
  }

  return {
    /** `causedBy` is the trace header of what caused the invocation, which continues its chain. */
    invoke: (event: unknown, { requestId = randomUUID(), causedBy, signal }: InvocationOptions = {}) =>
      new Promise<Outcome>((settled) => {
        if (stopped) return settled({ error: { errorType: 'Local.Stopped', errorMessage: 'service stopped' } });
        const traceHeader = traceHeaderOfInvocation(options.functionArn, causedBy);
        const invocation = { event: JSON.stringify(event ?? null), requestId, traceHeader, settle: settled };
        waiting.push(invocation);
        signal?.addEventListener('abort', () => {
          const index = waiting.indexOf(invocation);
          if (index < 0) return;
          waiting.splice(index, 1);
          settled({ error: { errorType: 'Local.Cancelled', errorMessage: 'the caller waits no longer' } });
        });
        dispatch();
      }),
    /** Ends a busy thread, as a crash would. False when no thread is busy. */
    kill: (): boolean => {
      const thread = threads.find(({ state }) => state === 'busy');
      void thread?.worker.terminate();
      return thread !== undefined;
    },
    stop: async (graceMs: number) => {
      const deadline = Date.now() + graceMs;
      const busy = () => waiting.length > 0 || threads.some(({ state }) => state === 'busy');
      while (busy() && Date.now() < deadline) await new Promise((resume) => setTimeout(resume, 10));
      stopped = true;
      const left = waiting.splice(0);
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
      for (const { settle } of left) {
        settle({ error: { errorType: 'Local.Stopped', errorMessage: 'service stopped' } });
      }
    },
  };
}

function describe(error: unknown): InvocationError {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return { errorType: name, errorMessage: message, trace: stack?.split('\n') };
}

function parse(payload: string): Outcome {
  if (Buffer.byteLength(payload) <= RESPONSE_LIMIT) return { payload: JSON.parse(payload) };
  const errorMessage = `Response payload size exceeded maximum allowed payload size (${RESPONSE_LIMIT} bytes).`;
  return { error: { errorType: 'Function.ResponseSizeTooLarge', errorMessage } };
}
