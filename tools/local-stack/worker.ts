import { replaceClock } from './replace-clock.ts';

/** The input of a thread at its start. `clock` is the buffer of a `FunctionClock`. */
export type WorkerData = {
  file: string;
  exportName: string;
  functionName: string;
  functionArn: string;
  /** File for the compiled code of `file`, which the threads of all services share. That of other files is beside it. */
  codeCacheFile: string;
  /** The thread appends what the function writes to standard output and standard error. */
  logFile: string;
  clock?: SharedArrayBuffer;
};
/** One invocation for a thread. The event travels as JSON, as it does on AWS. */
export type WorkerRequest = { event: string; requestId: string; timeoutMs: number; traceHeader: string };
export type InvocationError = { errorType: string; errorMessage: string; trace?: string[] };
/** The messages of a thread: `ready` once, then one `payload` (JSON) or `error` per request. */
export type WorkerReply = { ready: true } | { payload: string } | { error: InvocationError };

/**
 * Load the handler and run one invocation after the other. A thread receives this function as text, so it uses
 * nothing from outside itself but its argument: a thread that loaded this file would first strip its types, which
 * takes longer (25 ms) than its start.
 */
function runHandler(replaceTime: typeof replaceClock): void {
  const { parentPort, threadId, workerData } = process.getBuiltinModule('node:worker_threads');
  const { createRequire } = process.getBuiltinModule('node:module');
  const { Script } = process.getBuiltinModule('node:vm');
  const { existsSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } =
    process.getBuiltinModule('node:fs');
  const { file, exportName, functionName, functionArn, codeCacheFile, logFile, clock } = workerData as WorkerData;
  if (clock) replaceTime(clock);
  const port = parentPort!;
  const reply = (message: WorkerReply) => port.postMessage(message);
  const describe = (error: unknown): InvocationError =>
    error instanceof Error
      ? { errorType: error.name, errorMessage: error.message, trace: error.stack?.split('\n') }
      : { errorType: typeof error, errorMessage: String(error) };

  writeLog();
  const { basename, dirname, join, resolve } = process.getBuiltinModule('node:path');
  // Native packages are beside the function, also for code that it shares with others.
  const requireFrom = createRequire(file);
  const loaded = new Map<string, { exports: Record<string, unknown> }>();
  const uncached: { script: InstanceType<typeof Script>; cacheFile: string }[] = [];
  const handler = load(file, codeCacheFile)[exportName];
  if (typeof handler !== 'function') throw new Error(`${file} does not export a function ${exportName}`);

  port.on('message', async ({ event, requestId, timeoutMs, traceHeader }: WorkerRequest) => {
    // Independent of the clock, which may be moved.
    const deadlineMs = performance.now() + timeoutMs;
    // As Lambda's runtime does. The SDK sends it with every request.
    process.env._X_AMZN_TRACE_ID = traceHeader;
    const context = {
      awsRequestId: requestId,
      functionName,
      functionVersion: '$LATEST',
      invokedFunctionArn: functionArn,
      memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
      callbackWaitsForEmptyEventLoop: false,
      getRemainingTimeInMillis: () => Math.max(0, deadlineMs - performance.now()),
    };
    try {
      reply({ payload: JSON.stringify(await handler(JSON.parse(event), context)) ?? 'null' });
    } catch (error) {
      reply({ error: describe(error) });
    }
    // By now it contains the functions that an invocation needs.
    for (const each of uncached.splice(0)) saveCode(each);
  });
  reply({ ready: true });

  /** Load a file as `require` does, but from compiled code, which makes the start a third faster. */
  function load(path: string, cacheFile: string): Record<string, unknown> {
    const known = loaded.get(path);
    if (known) return known.exports;
    const head = '(function (exports, require, module, __filename, __dirname) {';
    const cachedData = existsSync(cacheFile) ? readFileSync(cacheFile) : undefined;
    // The offset keeps the positions of the file, which the bundle looks up in its source map.
    const options = { filename: path, columnOffset: -head.length, cachedData };
    const script = new Script(`${head}${readFileSync(path, 'utf8')}\n})`, options);
    if (script.cachedDataRejected !== false) uncached.push({ script, cacheFile });
    const module = { exports: {} as Record<string, unknown> };
    loaded.set(path, module);
    const folder = dirname(path);
    const require = (name: string) => {
      const path = resolve(folder, name);
      return name.startsWith('.') ? load(path, cacheFileOf(path)) : requireFrom(name);
    };
    script.runInThisContext().call(module.exports, module.exports, require, module, path, folder);
    return module.exports;
  }

  /**
   * Return where the compiled code of a file is stored. The parts of functions may have one name and length and differ, and
   * the engine compares no more: a file beside the function is its own.
   */
  function cacheFileOf(path: string): string {
    const isOwn = dirname(path) === dirname(file);
    return isOwn ? `${codeCacheFile}+${basename(path)}` : join(dirname(codeCacheFile), basename(path));
  }

  function saveCode({ script, cacheFile }: (typeof uncached)[number]): void {
    const draft = `${cacheFile}.${threadId}.${process.pid}`;
    try {
      writeFileSync(draft, script.createCachedData());
      renameSync(draft, cacheFile);
    } catch {
      // Without it the next thread compiles the code itself.
    }
  }

  /** Append output to the log at once, so that it is complete when the invocation ends. */
  function writeLog(): void {
    const log = openSync(logFile, 'a');
    for (const stream of [process.stdout, process.stderr]) {
      stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
        try {
          writeSync(log, typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
        } catch {
          // The function continues when its log cannot be written.
        }
        const done = rest.at(-1);
        if (typeof done === 'function') process.nextTick(done);
        return true;
      };
    }
  }
}

/** Source text for `new Worker(…, { eval: true })`. */
export const WORKER_SOURCE = `(${runHandler})(${replaceClock})`;
