import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AwsApiError, apiError } from './api-response.ts';
import type { Invocations } from './async-invocations.ts';
import type { Buckets } from './buckets.ts';
import type { Functions } from './functions.ts';
import { readBody, sendBody } from './http.ts';
import { handleKmsRequest } from './kms-api.ts';
import type { KmsStore } from './kms-store.ts';
import { isChainExhausted } from './lineage.ts';
import type { Queues } from './queues.ts';
import { bucketInPath, handleS3Request } from './s3-api.ts';
import type { Scheduler } from './scheduler.ts';
import { handleSchedulerRequest } from './scheduler-api.ts';
import type { SesMailbox } from './ses-mailbox.ts';
import { handleSqsRequest } from './sqs-api.ts';
import { ACCOUNT } from './template.ts';

const BODY_LIMIT = 16 * 1024 * 1024;

/** SQS, S3, KMS, SES, EventBridge Scheduler and Lambda's Invoke on one loopback port, as a request listener. */
export function createAwsApi(parts: {
  awsUrl: string;
  buckets: Buckets;
  functions: Functions;
  invocations: Invocations;
  keys: KmsStore;
  mailbox: SesMailbox;
  queues: Queues;
  scheduler: Scheduler;
}) {
  return async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, body: string, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    };
    try {
      const { pathname, searchParams } = new URL(request.url ?? '/', parts.awsUrl);
      const method = request.method ?? '';
      if (bucketInPath(parts.buckets, pathname)) {
        const { headers } = request;
        const received = { method, path: pathname, query: searchParams, headers, body: request };
        return await sendBody(response, await handleS3Request(parts.buckets, received), request);
      }
      // A web page could otherwise invoke functions with a simple cross-site request: nothing here is signed.
      if (request.headers.origin) throw apiError(403, 'AccessDeniedException', 'Not for browsers.');
      const body = await readBody(request, BODY_LIMIT);
      if (!body) throw apiError(413, 'RequestEntityTooLargeException', 'The request is over 16 MiB.');
      const traceHeader = request.headers['x-amzn-trace-id']?.toString();
      const invocation = /^\/2015-03-31\/functions\/(.+)\/invocations$/.exec(pathname);
      if (invocation) {
        const type = request.headers['x-amz-invocation-type'] ?? 'RequestResponse';
        const name = decodeURIComponent(invocation[1]!);
        const answer = await invoke(parts, name, String(type), body.toString(), traceHeader);
        return send(answer.status, answer.body, answer.headers);
      }
      const input = JSON.parse(body.toString() || '{}');
      const [service, operation] = String(request.headers['x-amz-target'] ?? '').split('.');
      if (service === 'AmazonSQS') {
        const url = `${parts.awsUrl}/${ACCOUNT}`;
        const reply = await handleSqsRequest(parts.queues, url, operation ?? '', input, traceHeader);
        return send(200, JSON.stringify(reply), { 'content-type': 'application/x-amz-json-1.0' });
      }
      if (service === 'TrentService') {
        const reply = handleKmsRequest(parts.keys, operation ?? '', input);
        return send(200, JSON.stringify(reply), { 'content-type': 'application/x-amz-json-1.1' });
      }
      if (pathname === '/v2/email/outbound-emails') return send(200, JSON.stringify(parts.mailbox.send(input)));
      if (pathname === '/v2/email/account') return send(200, '{"SendQuota":{"Max24HourSend":-1,"SentLast24Hours":0}}');
      const schedule = /^\/schedules\/([^/]+)$/.exec(pathname)?.[1];
      if (schedule) {
        const group = searchParams.get('groupName') ?? undefined;
        const name = decodeURIComponent(schedule);
        return send(200, JSON.stringify(handleSchedulerRequest(parts.scheduler, method, name, group, input)));
      }
      throw apiError(404, 'UnknownOperationException', `${request.method} ${pathname} is not known here`);
    } catch (error) {
      const { status = 500, code = 'InternalFailure', headers = {}, message } = error as AwsApiError;
      const type = code.split('#').pop()!;
      send(status, JSON.stringify({ __type: code, message, Message: message }), {
        'x-amzn-errortype': type,
        ...headers,
      });
    }
  };
}

async function invoke(
  { functions, invocations }: { functions: Functions; invocations: Invocations },
  name: string,
  type: string,
  body: string,
  causedBy: string | undefined,
): Promise<{ status: number; body: string; headers?: Record<string, string> }> {
  const fn = functions.find(name);
  if (!fn) throw apiError(404, 'ResourceNotFoundException', `Function not found: ${name}`);
  let event: unknown;
  try {
    event = body === '' ? {} : JSON.parse(body);
  } catch {
    throw apiError(400, 'InvalidRequestContentException', 'Could not parse request body into json.');
  }
  if (type === 'Event') {
    invocations.enqueue(fn.arn, event);
    return { status: 202, body: '' };
  }
  if (type !== 'RequestResponse') throw apiError(400, 'InvalidParameterValueException', `${type} is unknown`);
  if (isChainExhausted(causedBy)) {
    throw apiError(400, 'RecursiveInvocationException', `A chain of requests invokes ${name} recursively.`);
  }
  const outcome = await fn.invoke(event, { causedBy });
  if (!outcome.error) return { status: 200, body: JSON.stringify(outcome.payload) };
  return {
    status: 200,
    body: JSON.stringify(outcome.error),
    headers: { 'x-amz-function-error': 'Unhandled' },
  };
}
