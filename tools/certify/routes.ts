import { type LoopRequest, sendRequest } from './request-loop.ts';

type Operations = Record<string, Record<string, object>>;

/** Request the paths of the OpenAPI document of a deployed version, below `/v1`, from the service. */
export async function requestOperations(baseUrl: string): Promise<Operations> {
  const { status, text } = await sendRequest(baseUrl, { method: 'GET', path: '/openapi.json' });
  if (status !== 200) throw new Error(`GET ${baseUrl}/openapi.json responded with ${status}.`);
  return (JSON.parse(text) as { paths: Operations }).paths;
}

/** List a request for each operation. Those that change nothing have the token; the others are rejected by their function. */
export function requestsOf(operations: Operations, token: string): LoopRequest[] {
  return Object.entries(operations).flatMap(([template, methods]) => {
    const path = template.replace(/\{[^}]+\}/g, 'unknown');
    return Object.keys(methods).map((verb) => {
      const method = verb.toUpperCase();
      return { method, path, ...(method === 'GET' && { headers: { authorization: `Bearer ${token}` } }) };
    });
  });
}
