import { ApiError } from '../../core/problems/api-error.ts';

/** The registered OAuth clients that have no secret (RFC 6749, section 2.1), with the name that a person sees. */
const PUBLIC_CLIENTS = { cis: 'Command line (cis)' } as const;
export type PublicClient = keyof typeof PUBLIC_CLIENTS;

/** Return the registered public client of a client id. Throws 401 for any other text. */
export function publicClient(clientId: string): PublicClient {
  if (Object.hasOwn(PUBLIC_CLIENTS, clientId)) return clientId as PublicClient;
  throw new ApiError('invalid_client', 'No public client is registered with this client_id.');
}

/** Return the name of a public client that a person sees. */
export function publicClientName(client: PublicClient): string {
  return PUBLIC_CLIENTS[client];
}
