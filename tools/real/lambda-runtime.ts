import { join } from 'node:path';
import { entryPoint, environmentOf } from '../local-stack/functions.ts';
import { freePort } from '../local-stack/http.ts';
import type { Resource, Template } from '../local-stack/template.ts';
import { LAMBDA_RIE, pathOfGoProgram } from './go-program.ts';
import { startProgram } from './program.ts';

const CLIENT = join(import.meta.dirname, 'lambda/node_modules/aws-lambda-ric/index.mjs');

/** Timeouts of functions are seconds of Lambda; a second of a busy machine does less. */
const BUSY_MACHINE_FACTOR = 20;

/** The result of an invocation, and what the function has logged when it failed. */
export interface LambdaResult {
  payload: unknown;
  log: string;
}

/**
 * Invoke a function once, in a new instance of AWS's runtime: its interface emulator starts Node.js with its interface
 * client, which loads the bundle. `endpoints` are the URLs of services.
 */
export async function invokeInLambdaRuntime(
  fn: Resource,
  template: Template,
  endpoints: Record<string, string>,
  event: unknown,
): Promise<LambdaResult> {
  const { folder } = entryPoint(fn, template);
  const { Handler, Timeout = 3 } = fn.properties as { Handler: string; Timeout?: number };
  const [port, runtimePort] = [await freePort(), await freePort()];
  const addresses = [
    '--runtime-interface-emulator-address',
    `127.0.0.1:${port}`,
    '--runtime-api-address',
    `127.0.0.1:${runtimePort}`,
  ];
  const environment = {
    ...environmentOf(fn, folder, endpoints),
    AWS_LAMBDA_FUNCTION_TIMEOUT: String(Timeout * BUSY_MACHINE_FACTOR),
  };
  const command = [pathOfGoProgram(LAMBDA_RIE), ...addresses, process.execPath, CLIENT, Handler] as const;
  const runtime = await startProgram([...command], port, { environment, cwd: folder });
  try {
    const response = await fetch(`http://127.0.0.1:${port}/2015-03-31/functions/function/invocations`, {
      method: 'POST',
      body: JSON.stringify(event),
    });
    const text = await response.text();
    return { payload: text === '' ? null : JSON.parse(text), log: runtime.output() };
  } finally {
    await runtime.stop();
  }
}
