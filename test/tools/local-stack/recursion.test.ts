import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEvent, startSampleEnvironment } from '../../../tools/local-stack/invoke-sample.ts';
import { countInvocations, traceHeaderOfInvocation } from '../../../tools/local-stack/lineage.ts';
import { type RunningStack, startStack } from '../../../tools/local-stack/stack-runner.ts';
import { type Fixture, synthesizeFixture, until } from './fixture.ts';

let fixture: Fixture;
let service: RunningStack;
let sqs: SQSClient;
const lines: string[] = [];

const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
const urlOf = (awsUrl: string, name: string) => `${awsUrl}/000000000000/${name}`;
const send = (queue: string, MessageBody: string) =>
  sqs.send(new SendMessageCommand({ QueueUrl: urlOf(service.awsUrl, queue), MessageBody }));

beforeAll(async () => {
  fixture = synthesizeFixture();
  const log = (line: string) => lines.push(line);
  service = await startStack({ outdir: fixture.outdir, folder: fixture.folder, log });
  sqs = new SQSClient({ endpoint: service.awsUrl, region: 'us-east-1', credentials });
});

afterAll(async () => {
  sqs.destroy();
  await service.stop();
  fixture.remove();
});

describe('a chain of requests', () => {
  it('is counted in the trace header, which keeps its root', () => {
    let header: string | undefined;
    for (let invocations = 1; invocations <= 3; invocations++) {
      const next = traceHeaderOfInvocation('arn:a', header);
      expect(countInvocations(next)).toBe(invocations);
      if (header) expect(next.split(';')[0]).toBe(header.split(';')[0]);
      header = next;
    }
    expect(countInvocations(undefined)).toBe(0);
    expect(countInvocations('Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=1')).toBe(0);
  });

  it('in which a function sends itself a message ends before the 17th invocation, in the dead-letter queue', async () => {
    await send('loop', 'endless');
    const { Messages } = await until(async () => {
      const QueueUrl = urlOf(service.awsUrl, 'dead');
      const answer = await sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 1 }));
      return answer.Messages ? answer : undefined;
    });
    expect(Messages!.map(({ Body }) => Body)).toEqual(['endless']);
    const invocations = fixture.journal().filter(({ loop }) => loop === 'endless');
    expect(invocations).toHaveLength(16);
    expect(invocations.map(({ trace }) => countInvocations(trace as string))).toEqual([...Array(16).keys()]);
    expect(lines.filter((line) => line.startsWith('RecursiveInvocationException: on-loop'))).toHaveLength(1);
  });

  it('starts again with every change that the stream delivers', async () => {
    await send('relay', 'relay 1');
    await until(() => fixture.journal().some(({ relay }) => relay === 'relay 20'));
    expect(lines.filter((line) => line.includes('on-relay'))).toEqual([]);
  });
});

describe('a bundled function', () => {
  it('sends its trace header with its messages, as the SDK does on Lambda', async () => {
    const headers: unknown[] = [];
    const reject = createServer((request, response) => {
      headers.push(request.headers['x-amzn-trace-id']);
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"__type":"Rejected"}');
    });
    await new Promise<void>((resume) => reject.listen(0, '127.0.0.1', resume));
    const environment = await startSampleEnvironment({
      proxyEndpoint: async () => `http://127.0.0.1:${(reject.address() as AddressInfo).port}`,
    });
    try {
      await expect(environment.invoke('on-publish-scheduled', readEvent('on-publish-scheduled'))).rejects.toThrow();
      expect(headers.map((header) => countInvocations(String(header)))).toEqual([1]);
    } finally {
      await environment.stop();
      reject.close();
    }
  });
});
