import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { loadTemplate, REGION } from '../../../tools/local-stack/template.ts';

/** What one invocation used: CPU time of its process, with that of its threads, and elapsed time. */
export interface Measurement {
  cpuMs: number;
  elapsedMs: number;
}

/** A deployed function in a process of its own, like one instance on Lambda. */
export interface MeasuredFunction {
  invoke: (event: unknown) => Promise<Measurement>;
  stop: () => void;
}

const PROGRAM = join(import.meta.dirname, 'measured-process.ts');

/**
 * Start a function of the cloud assembly in `outdir` with the environment that the template gives it and the services
 * of a running local stack. `invoke` rejects when the handler does.
 */
export function startMeasuredFunction(
  name: string,
  outdir: string,
  { url, awsUrl, dynamodbUrl }: { url: string; awsUrl: string; dynamodbUrl: string },
): MeasuredFunction {
  const template = loadTemplate(outdir, { url, awsUrl });
  const resource = template.ofType('AWS::Lambda::Function').find(({ metadata }) => metadata.Function === name);
  if (!resource) throw new Error(`There is no function ${name}.`);
  const { Code, Environment } = resource.properties as {
    Code: { S3Key: string };
    Environment: { Variables: Record<string, string> };
  };
  const services = Object.fromEntries(
    ['SQS', 'SCHEDULER', 'KMS', 'SESV2'].map((service) => [`AWS_ENDPOINT_URL_${service}`, awsUrl]),
  );
  const env = {
    ...Environment.Variables,
    ...services,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodbUrl,
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    LAMBDA_TASK_ROOT: template.assetFolder(Code.S3Key),
    TZ: 'UTC',
  };
  const child = spawn(process.execPath, [PROGRAM], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting: PromiseWithResolvers<Measurement>[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { error, ...measured } = JSON.parse(line) as Measurement & { error?: string };
    const { resolve, reject } = waiting.shift()!;
    if (error === undefined) resolve(measured);
    else reject(new Error(`${name}: ${error}`));
  });
  child.on('exit', () => {
    for (const { reject } of waiting.splice(0)) reject(new Error(`The process of ${name} ended.`));
  });
  return {
    invoke: (event) => {
      const result = Promise.withResolvers<Measurement>();
      waiting.push(result);
      child.stdin.write(`${JSON.stringify(event)}\n`);
      return result.promise;
    },
    stop: () => child.kill(),
  };
}
