import { problemOf } from './problem.ts';
import { send } from './session.ts';

/** Call an endpoint that the session cookie authenticates, and return the data of its response. Throws `ApiProblem`. */
export async function cookieRequest<T>(method: string, path: string, body?: unknown): Promise<T> {
  return dataOf(await send(method, path, body));
}

/** Return the data of a response. Throws `ApiProblem` when the API rejected the request. */
export async function dataOf<T>(response: Response): Promise<T> {
  if (!response.ok) throw await problemOf(response);
  return (await response.json()) as T;
}
