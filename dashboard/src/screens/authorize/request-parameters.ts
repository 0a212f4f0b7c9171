import type { AuthorizationRequest } from '../../api/authorizations.ts';

/** The parameters that the API knows. Others are ignored (RFC 6749, 3.1). */
const NAMES = [
  ...['client_id', 'redirect_uri', 'response_type', 'scope', 'state'],
  ...['code_challenge', 'code_challenge_method', 'resource'],
];

/** What the URL of the screen contains: a request, nothing, or a parameter that occurs twice (RFC 6749, 3.1). */
export type OpenedWith = { request: AuthorizationRequest } | { repeated: string } | { nothing: true };

/** Read an authorization request from a query. A parameter without a value counts as omitted; the API judges the others. */
export function requestIn(query: URLSearchParams): OpenedWith {
  const repeated = NAMES.find((name) => query.getAll(name).length > 1);
  if (repeated !== undefined) return { repeated };
  const given = NAMES.map((name) => [name, query.get(name) ?? ''] as const).filter(([, value]) => value !== '');
  if (given.length === 0) return { nothing: true };
  return { request: Object.fromEntries(given) as AuthorizationRequest };
}
