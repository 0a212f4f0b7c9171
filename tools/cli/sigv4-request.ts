import { SQSClient } from '@aws-sdk/client-sqs';

/** A call of an AWS API that this project has no client of. `body` is JSON text. */
export interface SignedRequest {
  /** The name in the signature (`lambda`), the host before the region, and the variable that moves it. */
  service: { signingName: string; host: string; endpointVariable: string };
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** What came back; an API's refusal is thrown instead. */
export interface SignedResponse {
  headers: Headers;
  body: unknown;
}

/** A refusal of an AWS API; `code` is the exception's name. */
export type AwsApiError = Error & { code: string };

/**
 * Posts a call that carries this process's own AWS credentials: region, credentials and signature are those
 * of an SDK client at hand. Two operations would not pay for two more clients, and the streams' records are
 * wanted as they are on the wire, which is how a Lambda event holds them. Throws AwsApiError.
 */
export async function sendSignedRequest({
  service,
  path,
  headers,
  body,
}: SignedRequest): Promise<SignedResponse> {
  const { config } = new SQSClient({});
  const region = await config.region();
  const endpoint = new URL(
    process.env[service.endpointVariable] ??
      process.env.AWS_ENDPOINT_URL ??
      `https://${service.host}.${region}.amazonaws.com`,
  );
  const signer = await config.signer({
    name: 'sigv4',
    signingName: service.signingName,
    signingRegion: region,
    properties: {},
  });
  const request = await signer.sign({
    method: 'POST',
    protocol: endpoint.protocol,
    hostname: endpoint.hostname,
    path,
    query: {},
    headers: { host: endpoint.host, ...headers },
    body,
  });
  const { host: _host, ...sent } = request.headers;
  const response = await fetch(new URL(path, endpoint), { method: 'POST', headers: sent, body });
  const text = await response.text();
  const answer: unknown = text === '' ? null : JSON.parse(text);
  if (response.ok) return { headers: response.headers, body: answer };
  const { __type, message, Message } = (answer ?? {}) as Record<string, string | undefined>;
  const name = response.headers.get('x-amzn-errortype') ?? __type ?? String(response.status);
  const code = name.split(':')[0]!.split('#').pop()!;
  throw Object.assign(new Error(`${code}: ${message ?? Message ?? ''}`), { code });
}
