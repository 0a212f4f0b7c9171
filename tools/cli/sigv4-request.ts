import { sendSigned } from '../../lib/core/aws/signed-request.ts';

/** A request to an AWS API without an SDK client in this project. `body` is JSON text. */
export interface SignedRequest {
  /** The signing name (`lambda`), the host prefix, and the variable that overrides the endpoint. */
  service: { signingName: string; host: string; endpointVariable: string };
  /** `POST` by default. */
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** The API of Lambda. */
export const LAMBDA = { signingName: 'lambda', host: 'lambda', endpointVariable: 'AWS_ENDPOINT_URL_LAMBDA' };

/** A successful response. An error response is thrown as an AwsApiError. */
export interface SignedResponse {
  headers: Headers;
  body: unknown;
}

/** An error response of an AWS API; `code` is the name of the exception. */
export type AwsApiError = Error & { code: string };

/** Send a request signed with the AWS credentials of this process. Throws an AwsApiError. */
export async function sendSignedRequest(sent: SignedRequest): Promise<SignedResponse> {
  const { service, method = 'POST', path, headers, body } = sent;
  const endpoint = process.env[service.endpointVariable] ?? process.env.AWS_ENDPOINT_URL;
  const response = await sendSigned(service.signingName, {
    url: (region) => new URL(path, endpoint ?? `https://${service.host}.${region}.amazonaws.com`),
    method,
    headers,
    body,
  });
  const text = await response.text();
  const parsed: unknown = text === '' ? null : JSON.parse(text);
  if (response.ok) return { headers: response.headers, body: parsed };
  const { __type, message, Message } = (parsed ?? {}) as Record<string, string | undefined>;
  const name = response.headers.get('x-amzn-errortype') ?? __type ?? String(response.status);
  const code = name.split(':')[0]!.split('#').pop()!;
  throw Object.assign(new Error(`${code}: ${message ?? Message ?? ''}`), { code });
}
