import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

// The process of one function: reads an event per line, runs the handler, and writes what the invocation used.

type Handler = (event: unknown, context: object) => Promise<unknown>;

const load = createRequire(import.meta.url);
const { handler } = load(join(process.env.LAMBDA_TASK_ROOT!, 'index.js')) as { handler: Handler };
const write = process.stdout.write.bind(process.stdout);
// The function logs to standard output, which is for the results here.
process.stdout.write = () => true;

createInterface({ input: process.stdin }).on('line', async (line) => {
  const event: unknown = JSON.parse(line);
  const [cpu, startedMs] = [process.cpuUsage(), performance.now()];
  let error: string | undefined;
  try {
    await handler(event, { awsRequestId: 'measured', getRemainingTimeInMillis: () => 300_000 });
  } catch (thrown) {
    error = String(thrown);
  }
  const { user, system } = process.cpuUsage(cpu);
  const result = { cpuMs: (user + system) / 1000, elapsedMs: performance.now() - startedMs, error };
  write(`${JSON.stringify(result)}\n`);
});
