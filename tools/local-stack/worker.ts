/** What `functions.ts` hands a thread at its start. */
export type WorkerData = { file: string; exportName: string; functionName: string; functionArn: string };
/** One invocation on its way to a thread; the event travels as JSON, as it does on AWS. */
export type WorkerRequest = { event: string; requestId: string; deadlineMs: number };
export type InvocationError = { errorType: string; errorMessage: string; trace?: string[] };
/** What a thread answers: once `ready`, then one `payload` (JSON) or `error` per request. */
export type WorkerReply = { ready: true } | { payload: string } | { error: InvocationError };

/**
 * The code of a thread: loads the handler and runs one invocation after the other. It is handed over as text,
 * so it may use nothing from outside itself: a thread that loaded this file would first have to strip its types,
 * which takes longer (25 ms) than to start.
 */
function runHandler(): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
  const { createRequire } = process.getBuiltinModule('node:module');
  const { file, exportName, functionName, functionArn } = workerData as WorkerData;
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
      getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()),
    };
    try {
      reply({ payload: JSON.stringify(await handler(JSON.parse(event), context)) ?? 'null' });
    } catch (error) {
      reply({ error: describe(error) });
    }
  });
  reply({ ready: true });
}

/** Source text for `new Worker(…, { eval: true })`. */
export const WORKER_SOURCE = `(${runHandler})()`;
