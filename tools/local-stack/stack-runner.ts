import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { constructIdOf } from '../../lib/stack/construct-ids.ts';
import { createInvocations } from './async-invocations.ts';
import { createAwsApi } from './aws-api.ts';
import { createBuckets } from './buckets.ts';
import { LOCAL_CREDENTIALS } from './credentials.ts';
import { ensureTable, getTtlAttribute } from './dynamodb.ts';
import { createDynamodbEventSource } from './dynamodb-event-source.ts';
import { endpointsOfSource, mappingConcurrency } from './event-source-mappings.ts';
import { createFunctions, invokeByName } from './functions.ts';
import { createGateway } from './gateway.ts';
import { listen, openServer } from './http.ts';
import { openKmsStore } from './kms-store.ts';
import { createPublicListener } from './public-listener.ts';
import { createQueues } from './queues.ts';
import { rejectOtherHost } from './request-host.ts';
import { createScheduler } from './scheduler.ts';
import { openSesMailbox } from './ses-mailbox.ts';
import { settle } from './settle.ts';
import type { EncryptSecrets } from './simulator-accounts.ts';
import { createSite } from './site.ts';
import { createSqsEventSource, type EventSourcePoller } from './sqs-event-source.ts';
import type { StackOptions } from './stack-options.ts';
import { openStore } from './store.ts';
import { startTable } from './table.ts';
import { loadTemplate, REGION, type Template } from './template.ts';

export type RunningStack = {
  port: number;
  url: string;
  /** SQS, S3, KMS, SES, EventBridge Scheduler and Lambda's Invoke API. */
  awsUrl: string;
  dynamodbUrl: string;
  tableName: string;
  /** The stacks, as one template. */
  template: Template;
  /** The URLs of services, as variables of the environment of functions. */
  endpoints: Record<string, string>;
  /** Invokes a function by its name (`content/create`) and returns its value; throws what it threw. */
  invoke: (name: string, event: unknown) => Promise<unknown>;
  /** Ends a worker of a function in the middle of its work, as a crash would. False when none is at work. */
  kill: (name: string) => boolean;
  /** Resolves when nothing is left to do at present: no function runs, no message waits, the stream is at its end. */
  settle: () => Promise<void>;
  /** Lets running invocations finish for a moment, then ends everything. */
  stop: () => Promise<void>;
};

/** Time that a stop waits for running invocations. */
const GRACE_MS = 1_500;

/** Run a synthesized stack on this machine. Rejects, with everything ended again, when it cannot. */
export async function startStack(options: StackOptions = {}): Promise<RunningStack> {
  // Time zone is a property of the process, not of a thread; on Lambda it is UTC.
  process.env.TZ = 'UTC';
  const folder = resolve(options.folder ?? '.local');
  const outdir = resolve(options.outdir ?? 'cdk.out');
  const log = options.log ?? ((line: string) => console.error(line));
  const cleanup: (() => unknown)[] = [];
  const stop = async () => {
    for (const undo of cleanup.splice(0).reverse()) await undo();
  };

  try {
    mkdirSync(folder, { recursive: true });
    const gatewayServer = openServer(log);
    cleanup.push(gatewayServer.close);
    const port = await listen(gatewayServer.server, options.port ?? 0);
    const store = openStore(folder);
    cleanup.push(() => store.close());
    const awsServer = openServer(log);
    cleanup.push(awsServer.close);
    const awsUrl = `http://127.0.0.1:${await listen(awsServer.server, 0)}`;
    const url = `http://127.0.0.1:${port}`;
    const between = options.proxyEndpoint ?? (async (endpoint: string) => endpoint);
    // Queue urls lead there too: SQS is reached at its queues' urls.
    const awsUrlOfFunctions = await between(awsUrl);
    const { publicAccess } = options;
    const template = loadTemplate(outdir, { url, awsUrl: awsUrlOfFunctions, publicUrl: publicAccess?.url });

    const [table, ...others] = template.ofType('AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table');
    if (!table || others.length > 0) throw new Error(`${outdir}: expected exactly one table`);
    const tableServer = await startTable(folder, log);
    cleanup.push(tableServer.stop);
    const dynamodbUrl = tableServer.endpoint;
    await ensureTable(dynamodbUrl, table);
    const tableName = table.name;
    const keys = openKmsStore(folder, template);
    if (options.onTableReady) {
      const keyArn = keys.onlyArn();
      const encryptSecrets: EncryptSecrets = (secrets, context) =>
        keys.encrypt(keyArn, Buffer.from(JSON.stringify(secrets)), context).toString('base64');
      const [media] = template.ofType('AWS::S3::Bucket').filter(({ id }) => constructIdOf(id) === 'Media');
      const stores = {
        kms: { endpoint: awsUrl, key_arn: keyArn },
        media: { endpoint: awsUrl, bucket: media!.name },
      };
      await options.onTableReady(
        { endpoint: dynamodbUrl, region: REGION, tableName, credentials: LOCAL_CREDENTIALS },
        encryptSecrets,
        stores,
      );
    }

    const endpoints = {
      AWS_ENDPOINT_URL_DYNAMODB: await between(dynamodbUrl),
      AWS_ENDPOINT_URL_SQS: awsUrlOfFunctions,
      AWS_ENDPOINT_URL_S3: awsUrlOfFunctions,
      AWS_ENDPOINT_URL_SCHEDULER: awsUrlOfFunctions,
      AWS_ENDPOINT_URL_KMS: awsUrlOfFunctions,
      AWS_ENDPOINT_URL_SESV2: awsUrlOfFunctions,
      ...(publicAccess ? { PUBLIC_S3_URL: publicAccess.url } : {}),
    };
    const functions = createFunctions(template, {
      folder,
      endpoints,
      concurrency: mappingConcurrency(template),
      ...{
        clock: options.clock,
        quota: options.quota,
        timeoutFactor: options.timeoutFactor ?? 1,
        maxThreads: options.isFrugal ? 1 : undefined,
      },
    });
    const queues = createQueues(store, template);
    const buckets = createBuckets(store, join(folder, 'objects'), template, queues);
    const sendTo = (arn: string, body: unknown) => {
      const queue = queues.find(arn);
      if (!queue) throw new Error(`${arn} is not a queue of the template`);
      queues.send(queue, typeof body === 'string' ? body : JSON.stringify(body));
    };
    const checkDestination = (id: string, arn: string) => {
      if (!queues.find(arn)) throw new Error(`${id}.DestinationConfig: ${arn} is not a queue of the template`);
    };
    const targets = { sendTo, checkDestination, log };
    const invocations = createInvocations({ store, template, functions, ...targets });
    const scheduler = createScheduler({
      store,
      template,
      log,
      isTarget: (arn) => (functions.find(arn) ?? queues.find(arn)) !== undefined,
      deliver: (arn, input) => (functions.find(arn) ? invocations.enqueue(arn, parseInput(input)) : sendTo(arn, input)),
    });
    cleanup.push(scheduler.stop);
    const mappings = template
      .ofType('AWS::Lambda::EventSourceMapping')
      .filter(({ properties }) => properties.Enabled !== false)
      .map((mapping): EventSourcePoller => {
        const { queue, fn } = endpointsOfSource(mapping, queues, functions, table);
        if (queue) return createSqsEventSource(mapping, { queues, queue, fn, log });
        const endpoint = dynamodbUrl;
        const expiryAttribute = getTtlAttribute(table);
        const { lastActivityMs } = functions;
        const source = { store, endpoint, tableName, expiryAttribute };
        return createDynamodbEventSource(mapping, {
          ...source,
          fn,
          lastActivityMs,
          buckets,
          log,
          maxLanes: options.isFrugal ? 1 : undefined,
        });
      });

    const mailbox = openSesMailbox(folder);
    awsServer.serve(createAwsApi({ awsUrl, buckets, functions, invocations, keys, mailbox, queues, scheduler }));
    const domainName = new URL(publicAccess?.url ?? url).host;
    const { renamesChallenges = false } = options;
    const gateway = createGateway(template, functions, { log, domainName, renamesChallenges });
    const site = createSite(template, awsUrlOfFunctions);
    gatewayServer.serve((request, response) => {
      if (rejectOtherHost(request, response)) return;
      if (options.interceptRequest?.(request, response) || site(request, response)) return;
      void gateway(request, response);
    });
    if (publicAccess) {
      const publicServer = openServer(log);
      cleanup.push(publicServer.close);
      await listen(publicServer.server, publicAccess.port);
      publicServer.serve(createPublicListener(publicAccess, gateway, buckets));
    }
    const triggers = [...(options.isFrugal ? [] : [scheduler]), invocations, ...mappings];
    for (const part of options.triggersPaused ? [] : triggers) part.start();
    cleanup.push(async () => {
      gatewayServer.server.close();
      const ended = [invocations, ...mappings].map((part) => part.stop());
      await Promise.all(functions.all.map((fn) => fn.stop(GRACE_MS)));
      await Promise.all(ended);
    });

    const invoke = (name: string, event: unknown) => invokeByName(functions, name, event);
    const kill = (name: string) => functions.find(name)?.kill() ?? false;
    const calls = { invoke, kill, settle: () => settle(functions, [invocations, ...mappings]), stop };
    return { port, url, awsUrl, dynamodbUrl, tableName, template, endpoints, ...calls };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Scheduler's input for a function is JSON text; other text arrives as a JSON string. */
function parseInput(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}
