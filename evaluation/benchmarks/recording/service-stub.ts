import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { listen } from '../../../tools/local-stack/http.ts';
import type { Certificate } from './certificate.ts';
import type { Exchange, RecordedRequest } from './nearest-exchange.ts';

/** A request as it arrived at the stub. */
export interface ArrivedRequest extends RecordedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
  /** Whether it is for a service of AWS, and not for a platform or a receiver of webhooks. */
  isAws: boolean;
}

export type Answer = (request: ArrivedRequest) => Promise<Exchange>;

/** Stands in the place of everything that functions call. */
export interface ServiceStub {
  /** Services of AWS, over TLS. */
  awsUrl: string;
  /** Platforms and receivers of webhooks, without TLS. */
  port: number;
  certificateFile: string;
  /** Sets what answers the requests from now on. */
  answerWith: (answer: Answer) => void;
  stop: () => void;
}

/** Start a stub that rejects every request until `answerWith` is called. */
export async function startServiceStub(certificate: Certificate): Promise<ServiceStub> {
  let answer: Answer = async ({ kind }) => {
    throw new Error(`Nothing answers ${kind}.`);
  };
  const listener = (isAws: boolean) => async (request: IncomingMessage, response: ServerResponse) => {
    try {
      const { status, headers, body } = await answer(await readRequest(request, isAws));
      response.writeHead(status, { ...headers, 'content-length': String(body.length) }).end(body);
    } catch (error) {
      console.error(String(error));
      response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' }).end('{"__type":"NotRecorded"}');
    }
  };
  const servers: Server[] = [createHttpsServer(certificate, listener(true)), createHttpServer(listener(false))];
  const [awsPort, port] = await Promise.all(servers.map((server) => listen(server, 0)));
  return {
    awsUrl: `https://localhost:${awsPort}`,
    port: port!,
    certificateFile: certificate.file,
    answerWith: (given) => {
      answer = given;
    },
    stop: () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

async function readRequest(request: IncomingMessage, isAws: boolean): Promise<ArrivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const [method, path] = [request.method ?? 'POST', request.url ?? '/'];
  const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...headers } = request.headers;
  return {
    kind: String(request.headers['x-amz-target'] ?? method),
    text: `${path} ${body}`,
    method,
    path,
    headers: headers as Record<string, string>,
    body,
    isAws,
  };
}
