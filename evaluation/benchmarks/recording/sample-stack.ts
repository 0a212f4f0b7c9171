import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Write } from '../../../lib/core/table/commit.ts';
import { synthesizeCached } from '../../../tools/local-stack/assembly-cache.ts';
import { readEvent } from '../../../tools/local-stack/invoke-sample.ts';
import { sampleWrites } from '../../../tools/local-stack/sample-data.ts';
import { putItems, tableClient } from '../../../tools/local-stack/seed.ts';
import { type EncryptSecrets, registerSimulatorAccounts } from '../../../tools/local-stack/simulator-accounts.ts';
import { type RunningStack, startStack } from '../../../tools/local-stack/stack-runner.ts';
import { loadTemplate, REGION } from '../../../tools/local-stack/template.ts';
import { createSimulator } from '../../../tools/simulator/simulator.ts';
import type { Instance } from '../cold-start/instance.ts';

/** The idle stack on a table with the sample items. */
export interface SampleStack extends RunningStack {
  /** The folder of its cloud assembly. */
  outdir: string;
}

/**
 * Start it in `folder`. Functions reach the platforms and the receivers at `port`, which need not be the stack's own.
 * `moreWrites` returns further items.
 */
export async function startSampleStack(
  folder: string,
  port: number,
  moreWrites: (encryptSecrets: EncryptSecrets) => Write[] = () => [],
): Promise<SampleStack> {
  const outdir = join(folder, 'cdk.out');
  await synthesizeCached(outdir, port);
  const simulator = createSimulator({ ledgerPath: ':memory:' });
  const service = await startStack({
    folder,
    outdir,
    triggersPaused: true,
    interceptRequest: simulator.handle,
    onTableReady: async (table, encryptSecrets) => {
      const client = tableClient(table);
      const writes = [
        ...sampleWrites(Date.now(), `http://127.0.0.1:${port}`, encryptSecrets),
        ...moreWrites(encryptSecrets),
      ];
      await putItems(client, table.tableName, writes);
      client.destroy();
    },
  });
  await registerSimulatorAccounts(service.url);
  const stop = async () => {
    await service.stop();
    simulator.close();
  };
  return { ...service, outdir, stop };
}

/**
 * Return every function of the assembly in `outdir` by its name, with the environment that the template gives it, its
 * sample event in `outdir`, and the URLs of the services that it calls.
 */
export function sampleInstances(
  outdir: string,
  { url, awsUrl, dynamodbUrl }: { url: string; awsUrl: string; dynamodbUrl: string },
): Map<string, Instance> {
  const template = loadTemplate(outdir, { url, awsUrl });
  const services = ['SQS', 'S3', 'SCHEDULER', 'KMS', 'SESV2'];
  const endpoints = Object.fromEntries(services.map((service) => [`AWS_ENDPOINT_URL_${service}`, awsUrl]));
  const found = template.ofType('AWS::Lambda::Function').map(({ metadata, properties }): [string, Instance] => {
    const { Code, Environment } = properties as {
      Code: { S3Key: string };
      Environment: { Variables: Record<string, string> };
    };
    const name = String(metadata.Function);
    const taskRoot = template.assetFolder(Code.S3Key);
    const eventFile = join(outdir, 'events', `${name}.json`);
    mkdirSync(dirname(eventFile), { recursive: true });
    writeFileSync(eventFile, JSON.stringify(readEvent(name)));
    const env = {
      ...Environment.Variables,
      ...endpoints,
      AWS_ENDPOINT_URL_DYNAMODB: dynamodbUrl,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_LAMBDA_FUNCTION_NAME: name,
      LAMBDA_TASK_ROOT: taskRoot,
      TZ: 'UTC',
    };
    return [name, { file: join(taskRoot, 'index.js'), exportName: 'handler', env, eventFile }];
  });
  return new Map(found);
}
