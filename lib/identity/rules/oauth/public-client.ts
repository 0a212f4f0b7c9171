import type { ApiError } from '../../../core/problems/define-problem.ts';
import { invalidClient } from './problems.ts';

/**
 * The registered OAuth clients that have no secret (RFC 6749, section 2.1), with the name that a person sees, and where
 * their authorization codes go.
 */
const PUBLIC_CLIENTS = {
  cis: { name: 'Command line (cis)', redirect_uris: ['http://127.0.0.1/callback'] },
} as const;
export type RegisteredClient = keyof typeof PUBLIC_CLIENTS;

/** Return whether a client id is that of a registered public client. */
export function isRegistered(clientId: string): clientId is RegisteredClient {
  return Object.hasOwn(PUBLIC_CLIENTS, clientId);
}

/** Return the registered public client of a client id. Throws 401 for any other text. */
export function registeredPublicClient(clientId: string): RegisteredClient {
  if (isRegistered(clientId)) return clientId;
  throw unknownClientError();
}

/**
 * Return the client id of a public client: a registered one, or one that is the URL of its document. Throws 401 for any
 * other text. What it may use is decided by what was granted to this id.
 */
export function publicClient(clientId: string): string {
  if (isRegistered(clientId) || (/^https?:\/\//.test(clientId) && URL.canParse(clientId))) return clientId;
  throw unknownClientError();
}

/** Return the name of a registered client that a person sees. */
export function publicClientName(client: RegisteredClient): string {
  return PUBLIC_CLIENTS[client].name;
}

/** Return the redirect URIs of a registered client. */
export function registeredRedirectUris(client: RegisteredClient): readonly string[] {
  return PUBLIC_CLIENTS[client].redirect_uris;
}

function unknownClientError(): ApiError {
  return invalidClient('No public client is registered with this client_id.');
}
