import { existsSync, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { LOCAL_CREDENTIALS } from './credentials.ts';
import type { FunctionClock } from './function-clock.ts';
import { ACCOUNT, REGION, type Resource, type Template } from './template.ts';
import { createThreadBudget } from './thread-budget.ts';
import { createThreadPool, type InvocationOptions, type Outcome } from './thread-pool.ts';

export type LocalFunction = {
  /** The name in the resource's `Metadata: { Function }`, e.g. `content/create`; else the logical id. */
  label: string;
  functionName: string;
  arn: string;
  /** Invokes once and waits; queues while all threads are busy. Never rejects. */
  invoke: (event: unknown, options?: InvocationOptions) => Promise<Outcome>;
  /** Ends one of its threads in the middle of its work, as a crash would. False when none is at work. */
  kill: () => boolean;
  /** Waits until nothing runs, at most `graceMs`, then ends every thread. */
  stop: (graceMs: number) => Promise<void>;
};

export type Functions = {
  all: LocalFunction[];
  /** By label, function name or ARN (a qualifier is ignored). */
  find: (name: string) => LocalFunction | undefined;
  /** Epoch milliseconds of the last start or end of an invocation. */
  lastActivityMs: () => number;
  /** The number of invocations that run or wait, and of all that have begun. */
  counts: () => { running: number; begun: number };
};

type FunctionProperties = {
  Code: { S3Key?: string };
  Handler: string;
  Timeout?: number;
  MemorySize?: number;
  ReservedConcurrentExecutions?: number;
  Environment?: { Variables?: Record<string, unknown> };
};

/** The folder of an assembly with the compiled code of its functions. */
export const CODE_CACHE = 'compiled';
/** A start that takes longer continues within the timeout of the invocation, as on Lambda. */
const INIT_TIMEOUT_MS = 10_000;
/** The memory of a function whose template names none. */
const DEFAULT_MEMORY_MIB = 128;
/** Threads of a function without a reservation: more than there are cores contend for them. */
const DEFAULT_CONCURRENCY = Math.min(availableParallelism(), 3);
/**
 * Threads of a function that a queue or a stream feeds: slow receivers and platforms block them without using a core.
 */
const EVENT_SOURCE_CONCURRENCY = 10;
/** Warm threads of all functions together; each holds about 25 MB. */
export const MAX_THREADS = 20;

/** The error of an invocation above the quota of the account. */
export const THROTTLED = { errorType: 'TooManyRequestsException', errorMessage: 'Rate Exceeded.' };

/** Prepare every AWS::Lambda::Function of the template; no thread starts before the first invocation. */
export function createFunctions(
  template: Template,
  options: {
    folder: string;
    endpoints: Record<string, string>;
    concurrency: Map<string, number>;
    clock?: FunctionClock | undefined;
    timeoutFactor: number;
    /** The most threads of one function; without it as many as its concurrency. */
    maxThreads?: number | undefined;
    /** The concurrency quota of the account; without it there is none. */
    quota?: number | undefined;
  },
): Functions {
  let lastActivityMs = 0;
  let executions = 0;
  let begun = 0;
  const budget = createThreadBudget(MAX_THREADS);
  const touch = () => {
    lastActivityMs = Date.now();
  };
  const logs = join(options.folder, 'logs');
  mkdirSync(logs, { recursive: true });

  const all = template.ofType('AWS::Lambda::Function').map((resource): LocalFunction => {
    const properties = resource.properties as FunctionProperties;
    const functionName = resource.name;
    const label = String(resource.metadata.Function ?? resource.id);
    const arn = `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${functionName}`;
    const { folder, ...entry } = entryPoint(resource, template);
    const pool = createThreadPool({
      ...entry,
      ...(options.clock ? { clock: options.clock.buffer } : {}),
      functionName,
      functionArn: arn,
      codeCacheFile: join(dirname(folder), CODE_CACHE, basename(folder)),
      timeoutMs: (properties.Timeout ?? 3) * 1000 * options.timeoutFactor,
      initTimeoutMs: (INIT_TIMEOUT_MS + (properties.Timeout ?? 3) * 1000) * options.timeoutFactor,
      memory: properties.MemorySize ?? DEFAULT_MEMORY_MIB,
      concurrency: Math.min(
        options.maxThreads ?? Number.POSITIVE_INFINITY,
        properties.ReservedConcurrentExecutions ??
          options.concurrency.get(functionName) ??
          (label.startsWith('on-') ? EVENT_SOURCE_CONCURRENCY : DEFAULT_CONCURRENCY),
      ),
      logFile: join(logs, `${label.replaceAll('/', '-')}.log`),
      touch,
      budget,
      env: environmentOf(resource, folder, options.endpoints),
    });
    const invoke: LocalFunction['invoke'] = async (event, given) => {
      if (executions >= (options.quota ?? Number.POSITIVE_INFINITY)) return { error: THROTTLED };
      executions += 1;
      begun += 1;
      try {
        return await pool.invoke(event, given);
      } finally {
        executions -= 1;
      }
    };
    return { label, functionName, arn, ...pool, invoke };
  });

  const byName = new Map(all.flatMap((fn) => [fn.label, fn.functionName, fn.arn].map((key) => [key, fn])));
  return {
    all,
    find: (name) => byName.get(name) ?? byName.get(name.split(':').slice(0, 7).join(':')),
    lastActivityMs: () => lastActivityMs,
    counts: () => ({ running: executions, begun }),
  };
}

/**
 * Build the environment of a function: exactly what it would have on AWS, and nothing of the host's. `folder` has its code,
 * and `endpoints` are the URLs of services.
 */
export function environmentOf(
  { name, properties }: Resource,
  folder: string,
  endpoints: Record<string, string>,
): Record<string, string> {
  const { Environment, MemorySize = DEFAULT_MEMORY_MIB } = properties as FunctionProperties;
  const given = Object.entries(Environment?.Variables ?? {});
  return {
    ...Object.fromEntries(given.map(([key, value]) => [key, String(value)])),
    ...endpoints,
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
    LAMBDA_TASK_ROOT: folder,
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(MemorySize),
    PATH: process.env.PATH ?? '',
    TZ: 'UTC',
  };
}

/** Find the folder, the file and the export of a function. Throws for code that is no file of an asset. */
export function entryPoint(resource: Resource, template: Template) {
  const { Code, Handler } = resource.properties as FunctionProperties;
  if (!Code.S3Key) throw new Error(`${resource.id}.Code: only file assets (S3Key) are known here`);
  const [, module = '', exportName = ''] = /^(.+)\.([^.]+)$/.exec(Handler) ?? [];
  const folder = template.assetFolder(Code.S3Key);
  const file = ['.js', '.mjs', '.cjs'].map((extension) => join(folder, module + extension)).find((f) => existsSync(f));
  if (!file) throw new Error(`${resource.id}.Handler: ${Handler} is not a file of ${folder}`);
  return { folder, file, exportName };
}

/** Invoke a function by its name and return its value. Throws what it threw, and for an unknown name. */
export async function invokeByName(functions: Functions, name: string, event: unknown): Promise<unknown> {
  const fn = functions.find(name);
  const names = functions.all.map(({ label }) => label).sort();
  if (!fn) throw new Error(`There is no function ${name}. There are: ${names.join(', ')}`);
  const outcome = await fn.invoke(event);
  if (!outcome.error) return outcome.payload;
  const { errorType, errorMessage, trace } = outcome.error;
  const error = Object.assign(new Error(errorMessage), { name: errorType });
  if (trace) error.stack = trace.join('\n');
  throw error;
}
