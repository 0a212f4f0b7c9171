import { newIdempotencyKey } from '../../api/intent.ts';
import { ApiProblem } from '../../api/problem.ts';

/** Sends a request that creates an item. */
export type CreateOnce<Body, Created> = (
  body: Body,
  request: (body: Body, idempotencyKey: string) => Promise<Created>,
) => Promise<Created>;

/**
 * Create a function that creates one item. While it is unknown whether a request took effect, each call repeats that request
 * instead of sending its own body: the caller changes the item that it returns. Otherwise an edit after a lost response
 * would create a second post.
 */
export function creation<Body, Created>(): CreateOnce<Body, Created> {
  let unknown: { body: Body; key: string } | null = null;
  return async (body, request) => {
    unknown ??= { body, key: newIdempotencyKey() };
    try {
      return await request(unknown.body, unknown.key);
    } catch (error) {
      if (isRejected(error)) unknown = null;
      throw error;
    }
  };
}

/** Whether the API has rejected the request, so that it has no effect. */
function isRejected(error: unknown): boolean {
  return error instanceof ApiProblem && error.problem.status < 500 && !error.problem.retryable;
}
