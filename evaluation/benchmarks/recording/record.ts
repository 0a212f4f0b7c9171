import type { Exchange } from './nearest-exchange.ts';
import type { Answer, ArrivedRequest } from './service-stub.ts';

/** Where recorded requests go. */
export interface RecordingTargets {
  dynamodbUrl: string;
  awsUrl: string;
  /** The local service, with the platforms and the receivers. */
  url: string;
}

/** Return an answer that forwards each request, and the exchanges that it has made so far. */
export function createRecorder({ dynamodbUrl, awsUrl, url }: RecordingTargets): {
  answer: Answer;
  exchanges: Exchange[];
} {
  const exchanges: Exchange[] = [];
  const targetOf = ({ isAws, kind }: ArrivedRequest) => {
    if (!isAws) return url;
    return kind.startsWith('DynamoDB') ? dynamodbUrl : awsUrl;
  };
  const answer: Answer = async (request) => {
    const { method, path, headers, body, kind, text } = request;
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const response = await fetch(new URL(path, targetOf(request)), {
      method,
      headers,
      redirect: 'manual',
      ...(hasBody ? { body: new Uint8Array(body) } : {}),
    });
    const kept = [...response.headers].filter(
      ([name]) => !/^(connection|keep-alive|date|content-(length|encoding)|transfer-encoding)$/.test(name),
    );
    const exchange: Exchange = {
      kind,
      text,
      status: response.status,
      headers: Object.fromEntries(kept),
      body: Buffer.from(await response.arrayBuffer()),
    };
    exchanges.push(exchange);
    return exchange;
  };
  return { answer, exchanges };
}
