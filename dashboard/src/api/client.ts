import createClient from 'openapi-fetch';
import { limited } from './limited-fetch.ts';
import type { LoadPage } from './pages.ts';
import { ApiUnreachable, problemOf } from './problem.ts';
import { withRecentSignIn } from './recent-sign-in.ts';
import type { components, paths } from './schema.d.ts';
import { activeSession, renewSession } from './session.ts';

export type Schemas = components['schemas'];

/** The API client, typed by the OpenAPI document. Every request carries a valid access token. */
export const api = createClient<paths>({ baseUrl: `${location.origin}/v1`, fetch: authorizedFetch });

function authorizedFetch(request: Request): Promise<Response> {
  return withRecentSignIn(() => sendAuthorized(request));
}

async function sendAuthorized(request: Request): Promise<Response> {
  const response = await sendWith(request.clone(), (await activeSession()).access_token);
  // The token was revoked before its time, for example with a change of the role.
  if (response.status !== 401) return response;
  return sendWith(request.clone(), (await renewSession()).access_token);
}

const sendLimited = limited((request) => fetch(request));

async function sendWith(request: Request, token: string): Promise<Response> {
  request.headers.set('authorization', `Bearer ${token}`);
  try {
    return await sendLimited(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new ApiUnreachable();
  }
}

/** What a call of `api` resolves to. */
interface Outcome<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** Return the data of a call. Throws `ApiProblem` when the API rejected it, `ApiUnreachable` without a response. */
export async function unwrap<T>(call: Promise<Outcome<T>>): Promise<T> {
  return (await unwrapWithEtag(call)).data;
}

/** Return the data of a call with its ETag, for `If-Match` of a later change. */
export async function unwrapWithEtag<T>(call: Promise<Outcome<T>>): Promise<{ data: T; etag: string | null }> {
  const { data, error, response } = await call;
  if (!response.ok) throw await problemOf(new Response(JSON.stringify(error), response));
  return { data: data as T, etag: response.headers.get('etag') };
}

type BodyOf<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

type QueryOf<P extends keyof paths> = paths[P] extends { get: { parameters: { query?: infer Query } } }
  ? Omit<NonNullable<Query>, 'cursor'>
  : never;

type ListName<P extends keyof paths> = keyof BodyOf<P> & string;

type ItemOf<P extends keyof paths, N extends ListName<P>> = BodyOf<P>[N] extends readonly (infer Item)[] ? Item : never;

/** Return what loads a page of the list at a path, whose response has the items under `name`; with the id in the path. */
export function pagesOf<P extends keyof paths, N extends ListName<P>>(
  path: P,
  name: N,
  query: QueryOf<P>,
  id?: string,
): LoadPage<ItemOf<P, N>> {
  const get = api.GET as unknown as (path: P, init: object) => Promise<Outcome<Record<string, unknown>>>;
  return async (cursor) => {
    const body = await unwrap(get(path, { params: { path: { id }, query: { ...query, cursor } } }));
    const { next_cursor } = body.pagination as { next_cursor: string | null };
    return { items: body[name] as ItemOf<P, N>[], nextCursor: next_cursor };
  };
}
