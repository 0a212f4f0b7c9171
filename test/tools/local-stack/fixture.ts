import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { App, CfnResource, Duration, Stack } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { DynamoEventSource, S3OnFailureDestination, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';

/** Handlers may use the project's SDK; what they see they write to a journal file, one JSON line each. */
const PRELUDE = `
const load = require('node:module').createRequire(${JSON.stringify(resolve('package.json'))});
const note = (entry) => require('node:fs').appendFileSync(
  process.env.JOURNAL, JSON.stringify({ at: Date.now(), by: process.env.AWS_LAMBDA_FUNCTION_NAME, ...entry }) + '\\n');
`;

const HANDLERS: Record<string, string> = {
  'echo/any': `exports.handler = async (event, context) => {
    if (event.rawPath === '/throws') throw new TypeError('no');
    if (event.rawPath === '/slow') await new Promise((resume) => setTimeout(resume, 1_000));
    if (event.rawPath === '/bare') return { bare: true };
    if (event.rawPath === '/nonsense') return { statusCode: 'abc' };
    if (event.rawPath === '/bytes') return { statusCode: 201, cookies: ['a=1', 'b=2'], headers: { 'X-Number': 7 },
      body: Buffer.from([0, 255, 1]).toString('base64'), isBase64Encoded: true };
    return { statusCode: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(event) };
  };`,
  'environment/get': `exports.handler = async (event, context) => ({ env: process.env, id: context.awsRequestId,
    name: context.functionName, remaining: context.getRemainingTimeInMillis() });`,
  'log/lines': `exports.handler = async ({ lines, error }) => { for (const line of lines) console.log(line); process.stderr.write(error); };`,
  'spin/forever': `exports.handler = async (event) => { if (event.spin || event.rawPath === '/spin') for (;;); return process.pid; };`,
  'load/forever': `for (;;);`,
  'sleep/some': `
    const sleep = (ms) => new Promise((resume) => setTimeout(resume, ms));
    const begun = () => require('node:fs').readFileSync(process.env.JOURNAL, 'utf8').split('"sleeps"').length - 1;
    exports.handler = async ({ ms, invocations = 0 }) => {
      note({ sleeps: ms });
      await sleep(ms);
      while (begun() < invocations) await sleep(20);
      return require('node:worker_threads').threadId;
    };`,
  'exit/now': `exports.handler = async (event) => { if (event.exit || event.rawPath === '/exit') process.exit(3); return 'still here'; };`,
  'broken/import': `throw new Error('cannot load this');`,
  'things/put': `
    const { DynamoDBClient, PutItemCommand } = load('@aws-sdk/client-dynamodb');
    const { SQSClient, SendMessageCommand } = load('@aws-sdk/client-sqs');
    const table = new DynamoDBClient(), queue = new SQSClient();
    exports.handler = async (event) => {
      await table.send(new PutItemCommand({ TableName: process.env.TABLE, Item: event.item }));
      await queue.send(new SendMessageCommand({ QueueUrl: process.env.QUEUE, MessageBody: 'from a function' }));
    };`,
  'on-change': `
    const { SQSClient, SendMessageCommand } = load('@aws-sdk/client-sqs');
    const queue = new SQSClient();
    exports.handler = async ({ Records }) => {
    for (const { dynamodb: { Keys: { pk: { S: MessageBody } } } } of Records) {
      if (MessageBody.startsWith('relay')) await queue.send(new SendMessageCommand({ QueueUrl: process.env.RELAY, MessageBody }));
    }
    note({ seen: Records.map((r) => r.dynamodb.Keys.pk.S), records: Records });
    if (Records.some((r) => r.dynamodb.Keys.pk.S === 'poison')) throw new Error('poisoned');
    const wrong = Records.find((r) => r.dynamodb.Keys.pk.S.startsWith('partial'));
    if (wrong && !globalThis.failedOnce) {
      globalThis.failedOnce = true;
      return { batchItemFailures: [{ itemIdentifier: wrong.dynamodb.SequenceNumber }] };
    }
  };`,
  'on-message': `
    const { SQSClient, ChangeMessageVisibilityCommand } = load('@aws-sdk/client-sqs');
    const queue = new SQSClient();
    exports.handler = async ({ Records }) => {
    note({ bodies: Records.map((r) => r.body), counts: Records.map((r) => r.attributes.ApproximateReceiveCount) });
    const failed = Records.filter((r) => r.body.startsWith('bad'));
    for (const { receiptHandle: ReceiptHandle } of failed) {
      await queue.send(new ChangeMessageVisibilityCommand({ QueueUrl: process.env.QUEUE, ReceiptHandle, VisibilityTimeout: 0 }));
    }
    return { batchItemFailures: failed.map((r) => ({ itemIdentifier: r.messageId })) };
  };`,
  'on-loop': `
    const { SQSClient, SendMessageCommand } = load('@aws-sdk/client-sqs');
    const queue = new SQSClient();
    exports.handler = async ({ Records: [{ body: MessageBody, attributes }] }) => {
      note({ loop: MessageBody, trace: attributes.AWSTraceHeader });
      await queue.send(new SendMessageCommand({ QueueUrl: process.env.QUEUE, MessageBody }));
    };`,
  'on-relay': `
    const { DynamoDBClient, PutItemCommand } = load('@aws-sdk/client-dynamodb');
    const table = new DynamoDBClient();
    exports.handler = async ({ Records: [{ body }] }) => {
      note({ relay: body });
      const next = Number(body.split(' ')[1]) + 1;
      const Item = { pk: { S: 'relay ' + next }, sk: { S: 's' } };
      if (next <= 20) await table.send(new PutItemCommand({ TableName: process.env.TABLE, Item }));
    };`,
  'on-due': `exports.handler = async (event) => { note({ event }); };`,
  'fail/always': `exports.handler = async (event) => { note({ event }); throw new RangeError('always'); };`,
};

export type Fixture = { outdir: string; folder: string; journal: () => Entry[]; remove: () => void };
export type Entry = { at: number; by: string } & Record<string, unknown>;

/** Synthesize a small stack of inline functions into a temporary folder. `edit` may change it before that. */
export function synthesizeFixture(edit: (stack: Stack) => void = () => {}): Fixture {
  process.env.CDK_VALIDATION = 'false';
  const root = mkdtempSync(join(tmpdir(), 'local-runner-'));
  const outdir = join(root, 'cdk.out');
  const journalFile = join(root, 'journal.jsonl');
  const app = new App({ outdir, analyticsReporting: false });
  const stack = new Stack(app, 'Fixture');

  const define = (name: string, props: Partial<lambda.FunctionProps> = {}) => {
    const source = join(root, 'source', name.replace('/', '-'));
    mkdirSync(source, { recursive: true });
    writeFileSync(join(source, 'index.js'), PRELUDE + HANDLERS[name]);
    writeFileSync(join(source, 'package.json'), '{"type":"commonjs"}');
    const id = name.replace(/(^|\W)(\w)/g, (_match, _mark, letter: string) => letter.toUpperCase());
    const fn = new lambda.Function(stack, id, {
      functionName: name.replace('/', '-'),
      runtime: lambda.Runtime.NODEJS_24_X,
      handler: 'index.handler',
      code: lambda.Code.fromAsset(source),
      // Far longer than the functions take, also on a busy machine.
      timeout: Duration.minutes(2),
      ...props,
      environment: { JOURNAL: journalFile, ...props.environment },
    });
    (fn.node.defaultChild as lambda.CfnFunction).addMetadata('Function', name);
    return fn;
  };

  const table = new dynamodb.TableV2(stack, 'Table', {
    tableName: 'fixture',
    partitionKey: { name: 'pk', type: dynamodb.AttributeType.STRING },
    sortKey: { name: 'sk', type: dynamodb.AttributeType.STRING },
    dynamoStream: dynamodb.StreamViewType.NEW_AND_OLD_IMAGES,
    timeToLiveAttribute: 'expires',
    globalSecondaryIndexes: [
      { indexName: 'gsi', partitionKey: { name: 'gsipk', type: dynamodb.AttributeType.STRING } },
    ],
  });
  const dead = new Queue(stack, 'Dead', { queueName: 'dead' });
  new Queue(stack, 'Plain', { queueName: 'plain', deadLetterQueue: { queue: dead, maxReceiveCount: 2 } });
  const work = new Queue(stack, 'Work', {
    queueName: 'work',
    // Longer than a batch takes on a busy machine: the function ends it for what it reports as failed.
    visibilityTimeout: Duration.minutes(5),
    deadLetterQueue: { queue: dead, maxReceiveCount: 2 },
  });

  const loop = new Queue(stack, 'Loop', { queueName: 'loop', deadLetterQueue: { queue: dead, maxReceiveCount: 2 } });
  const relay = new Queue(stack, 'Relay', { queueName: 'relay' });

  const echo = define('echo/any');
  define('environment/get', { environment: { GIVEN: 'yes' }, memorySize: 256, timeout: Duration.seconds(5) });
  define('log/lines');
  define('spin/forever', { timeout: Duration.seconds(3) });
  define('sleep/some');
  define('load/forever');
  define('exit/now');
  define('broken/import');
  define('things/put', { environment: { TABLE: table.tableName, QUEUE: work.queueUrl } });
  define('on-due');
  define('fail/always', {
    retryAttempts: 1,
    maxEventAge: Duration.minutes(5),
    onFailure: new SqsDestination(dead),
  });
  define('on-message', { environment: { QUEUE: work.queueUrl } }).addEventSource(
    new SqsEventSource(work, { batchSize: 5, reportBatchItemFailures: true, maxConcurrency: 2 }),
  );
  define('on-loop', { environment: { QUEUE: loop.queueUrl } }).addEventSource(
    new SqsEventSource(loop, { batchSize: 1 }),
  );
  define('on-relay', { environment: { TABLE: table.tableName } }).addEventSource(
    new SqsEventSource(relay, { batchSize: 1 }),
  );
  define('on-change', { environment: { RELAY: relay.queueUrl } }).addEventSource(
    new DynamoEventSource(table, {
      startingPosition: lambda.StartingPosition.LATEST,
      batchSize: 10,
      retryAttempts: 1,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      onFailure: new S3OnFailureDestination(new Bucket(stack, 'Discarded', { bucketName: 'discarded' })),
      filters: [lambda.FilterCriteria.filter({ dynamodb: { Keys: { sk: { S: ['s'] } } } })],
    }),
  );
  new CfnResource(stack, 'Group', { type: 'AWS::Scheduler::ScheduleGroup', properties: { Name: 'posts' } });

  const api = new apigateway.HttpApi(stack, 'Api');
  const integration = new HttpLambdaIntegration('Echo', echo);
  const methods = apigateway.HttpMethod;
  for (const [path, method] of [
    ['/things', methods.GET],
    ['/things/literal', methods.ANY],
    ['/things/{id}', methods.GET],
    ['/things/{id}', methods.ANY],
    ['/things/{id}/parts/{part}', methods.POST],
    ['/things/{rest+}', methods.GET],
  ] as const) {
    api.addRoutes({ path, methods: [method], integration });
  }
  const slow = new HttpLambdaIntegration('Slow', echo, { timeout: Duration.millis(200) });
  api.addRoutes({ path: '/slow', methods: [methods.GET], integration: slow });
  new apigateway.HttpRoute(stack, 'Default', {
    httpApi: api,
    routeKey: apigateway.HttpRouteKey.DEFAULT,
    integration,
  });
  edit(stack);
  app.synth();
  return {
    outdir,
    folder: join(root, 'data'),
    journal: () =>
      existsSync(journalFile)
        ? readFileSync(journalFile, 'utf8')
            .split('\n')
            .filter(Boolean)
            .map((line) => JSON.parse(line))
        : [],
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Wait until the list has at least `count` entries and return it. */
export async function untilCount<T>(list: () => T[], count: number): Promise<T[]> {
  return until(() => {
    const entries = list();
    return entries.length >= count ? entries : undefined;
  });
}

/** Just below the limit of a test, so that the error names the condition. */
const DEADLINE_MS = 170_000;

/** Wait until `probe` returns something truthy and return it. */
export async function until<T>(probe: () => T | Promise<T>): Promise<NonNullable<T>> {
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`gave up waiting for: ${probe}`);
    await new Promise((resume) => setTimeout(resume, 25));
  }
}
