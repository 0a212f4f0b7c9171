import { LAMBDA, sendSignedRequest } from './sigv4-request.ts';

/**
 * Invoke a function by its name, or by its ARN with or without a qualifier. Returns null for `Event`, and the result of
 * the function for `RequestResponse`. Throws an Error when the function failed.
 */
export async function invokeFunction(
  nameOrArn: string,
  event: unknown,
  type: 'Event' | 'RequestResponse',
): Promise<unknown> {
  const name = nameOrArn.startsWith('arn:') ? nameOrArn.split(':')[6] : nameOrArn;
  if (!name) throw new Error(`${nameOrArn} is not the ARN of a function.`);
  const { headers, body } = await sendSignedRequest({
    service: LAMBDA,
    path: `/2015-03-31/functions/${name}/invocations`,
    headers: { 'content-type': 'application/json', 'x-amz-invocation-type': type },
    body: JSON.stringify(event),
  });
  if (!headers.get('x-amz-function-error')) return body;
  const { errorType = 'Error', errorMessage = 'no message' } = (body ?? {}) as Record<string, string>;
  throw new Error(`${name} failed: ${errorType}: ${errorMessage}`);
}
