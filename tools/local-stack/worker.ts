/** The input of a thread at its start. `clock` is the buffer of a `FunctionClock`. */
export type WorkerData = {
  file: string;
  exportName: string;
  functionName: string;
  functionArn: string;
  clock?: SharedArrayBuffer;
};
/** One invocation for a thread. The event travels as JSON, as it does on AWS. */
export type WorkerRequest = { event: string; requestId: string; deadlineMs: number };
export type InvocationError = { errorType: string; errorMessage: string; trace?: string[] };
/** The messages of a thread: `ready` once, then one `payload` (JSON) or `error` per request. */
export type WorkerReply = { ready: true } | { payload: string } | { error: InvocationError };

/**
 * Loads the handler and runs one invocation after the other. A thread receives this function as text, so it uses
 * nothing from outside itself: a thread that loaded this file would first strip its types, which takes longer
 * (25 ms) than its start.
 */
function runHandler(): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
  const { createRequire } = process.getBuiltinModule('node:module');
  const { file, exportName, functionName, functionArn, clock } = workerData as WorkerData;
  const systemNow = Date.now;
  if (clock) replaceClock(new BigInt64Array(clock));
  const port = parentPort!;
  const reply = (message: WorkerReply) => port.postMessage(message);
  const describe = (error: unknown): InvocationError =>
    error instanceof Error
      ? { errorType: error.name, errorMessage: error.message, trace: error.stack?.split('\n') }
      : { errorType: typeof error, errorMessage: String(error) };

  const handler: unknown = createRequire(file)(file)[exportName];
  if (typeof handler !== 'function') throw new Error(`${file} does not export a function ${exportName}`);

  port.on('message', async ({ event, requestId, deadlineMs }: WorkerRequest) => {
    const context = {
      awsRequestId: requestId,
      functionName,
      functionVersion: '$LATEST',
      invokedFunctionArn: functionArn,
      memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
      callbackWaitsForEmptyEventLoop: false,
      getRemainingTimeInMillis: () => Math.max(0, deadlineMs - systemNow()),
    };
    try {
      reply({ payload: JSON.stringify(await handler(JSON.parse(event), context)) ?? 'null' });
    } catch (error) {
      reply({ error: describe(error) });
    }
  });
  reply({ ready: true });

  function replaceClock(state: BigInt64Array): void {
    const SystemDate = Date;
    const now = () => Number(Atomics.load(state, 1)) || systemNow() + Number(Atomics.load(state, 0));
    // A proxy keeps everything else of `Date`: its other statics, `instanceof` and dates that are given.
    globalThis.Date = new Proxy(SystemDate, {
      construct: (target, given, newTarget) =>
        Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
      get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    });
  }
}

/** Source text for `new Worker(…, { eval: true })`. */
export const WORKER_SOURCE = `(${runHandler})()`;
