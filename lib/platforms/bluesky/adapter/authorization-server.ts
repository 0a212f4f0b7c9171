import { validateReceiverUrl } from '../../../core/net/ssrf-guard.ts';
import { asArray, asString, getPath, isSuccess, parseJsonBody } from '../../kit/http/json-response.ts';
import { type HttpResponse, sendRequest } from '../../kit/http/request.ts';

/** A limit for the requests to servers whose URLs come from users. `allowLoopback` is for development. */
export interface DiscoveryConnection {
  deadlineMs: number;
  allowLoopback?: boolean;
}

/** The server that signs in the people of an account's server, and its endpoints. */
export interface AuthorizationServer {
  issuer: string;
  authorizeUrl: string;
  tokenUrl: string;
  /** Takes the parameters of a flow before it begins (PAR, RFC 9126). */
  requestUrl: string;
  /** Ends the access of a token (RFC 7009). Null where the server has none. */
  revokeUrl: string | null;
}

/** Why no authorization server was found: nothing was answered, or the answer is not usable. */
export type DiscoveryFailure = { failure: 'unreachable' | 'unsupported' };

/**
 * Find the authorization server of an account's server (RFC 9728, RFC 8414). `server` may also be the authorization
 * server itself, as bsky.social is, which has no accounts of its own.
 */
export async function findAuthorizationServer(
  server: string,
  connection: DiscoveryConnection,
): Promise<AuthorizationServer | DiscoveryFailure> {
  const resource = await fetchDocument(server, 'oauth-protected-resource', connection);
  if (resource === null) return { failure: 'unreachable' };
  if (!isSuccess(resource)) return fetchAuthorizationServer(server, connection);
  const [issuer, ...others] = asArray(getPath(parseJsonBody(resource), 'authorization_servers'));
  const issuerOrigin = toServerOrigin(asString(issuer) ?? '', connection);
  if (issuerOrigin === null || others.length > 0) return { failure: 'unsupported' };
  return fetchAuthorizationServer(issuerOrigin, connection);
}

async function fetchAuthorizationServer(
  issuer: string,
  connection: DiscoveryConnection,
): Promise<AuthorizationServer | DiscoveryFailure> {
  const answer = await fetchDocument(issuer, 'oauth-authorization-server', connection);
  if (answer === null) return { failure: 'unreachable' };
  const metadata = parseJsonBody(answer);
  const endpoint = (name: string) => {
    const checked = validateReceiverUrl(asString(getPath(metadata, name)) ?? '', loopbackRule(connection));
    return 'url' in checked ? checked.url : null;
  };
  const authorizeUrl = endpoint('authorization_endpoint');
  const tokenUrl = endpoint('token_endpoint');
  const requestUrl = endpoint('pushed_authorization_request_endpoint');
  // A document that names another issuer could take over the flow of that one.
  if (!isSuccess(answer) || getPath(metadata, 'issuer') !== issuer) return { failure: 'unsupported' };
  if (authorizeUrl === null || tokenUrl === null || requestUrl === null) return { failure: 'unsupported' };
  return { issuer, authorizeUrl, tokenUrl, requestUrl, revokeUrl: endpoint('revocation_endpoint') };
}

/** Return the origin of a server's URL; null unless it is a URL of a server that may receive requests. */
export function toServerOrigin(url: string, connection: DiscoveryConnection): string | null {
  const checked = validateReceiverUrl(url, loopbackRule(connection));
  if (!('url' in checked)) return null;
  const { origin, pathname, search } = new URL(checked.url);
  return pathname === '/' && search === '' ? origin : null;
}

async function fetchDocument(
  server: string,
  name: string,
  connection: DiscoveryConnection,
): Promise<HttpResponse | null> {
  const url = `${server}/.well-known/${name}`;
  const { deadlineMs } = connection;
  return (await sendRequest({ method: 'GET', url, headers: {}, deadlineMs, vetting: loopbackRule(connection) }))
    .response;
}

function loopbackRule({ allowLoopback = false }: DiscoveryConnection) {
  return { allowLoopback };
}
