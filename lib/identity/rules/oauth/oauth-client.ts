import { INVISIBLE } from '../../../core/values/clean-text.ts';
import { publicClientName, type RegisteredClient, registeredRedirectUris } from './public-client.ts';

/** An OAuth client that asks for an authorization: registered, or described by a document at its client id. */
export interface OauthClient {
  client_id: string;
  name: string;
  redirect_uris: readonly string[];
}

const MAX_NAME = 100;
const MAX_REDIRECT_URIS = 20;

// A response must have each of them once (RFC 6749, 3.1): the first may be the one that a client reads.
const RESPONSE_PARAMETERS = ['code', 'state', 'iss', 'error', 'error_description'];

// A sequence for a terminal: without the control character at its beginning, the rest would be a part of the name.
const TERMINAL_SEQUENCES = /[^\P{Cc}\s](?:\[[0-?]*[ -/]*[@-~]|\][^\p{Cc}]*(?:\p{Cc}\\?)?)/gu;

// No letter of a language has more after normalization. Hundreds of them cover the lines above and below.
const FURTHER_MARKS = /(\p{M}{3})\p{M}+/gu;

/** Return the OAuth client of a registered id. */
export function registeredClient(clientId: RegisteredClient): OauthClient {
  return { client_id: clientId, name: publicClientName(clientId), redirect_uris: registeredRedirectUris(clientId) };
}

/** Return why a URL cannot be the client id of a document, or null when it can. It has passed the rules for receivers. */
export function clientIdFault(clientId: string, normalized: string): string | null {
  if (normalized !== clientId) return 'The client id must be a normalized URL without a fragment.';
  if (new URL(clientId).pathname === '/') return 'The client id must have a path.';
  return clientId.includes('?') ? 'The client id must have no query.' : null;
}

/** Return the host of a client id that is a URL, or null for a registered client. */
export function clientHost(clientId: string): string | null {
  return clientId.includes('://') ? new URL(clientId).host : null;
}

/** Return the client that a document describes, or the rule that the document violates. */
export function parseClientDocument(clientId: string, document: unknown): OauthClient | { fault: string } {
  if (typeof document !== 'object' || document === null) return { fault: 'The document is no JSON object.' };
  const { client_id, client_name, redirect_uris, token_endpoint_auth_method: method = 'none' } = document as Document;
  if (client_id !== clientId) return { fault: 'The client_id in the document is not the URL of the document.' };
  if (method !== 'none') return { fault: 'The token_endpoint_auth_method of the document must be none.' };
  const isList = Array.isArray(redirect_uris) && redirect_uris.length > 0 && redirect_uris.length <= MAX_REDIRECT_URIS;
  if (!isList || !redirect_uris.every((uri) => typeof uri === 'string')) {
    return { fault: `The document must have one to ${MAX_REDIRECT_URIS} redirect_uris.` };
  }
  return { client_id: clientId, name: nameOf(client_name, clientId), redirect_uris: redirect_uris as string[] };
}

type Document = Record<'client_id' | 'client_name' | 'redirect_uris' | 'token_endpoint_auth_method', unknown>;

/** Remove from a name what is invisible or can make it look like another, in the composed form of Unicode. */
function visibleName(name: string): string {
  const composed = name.replaceAll(TERMINAL_SEQUENCES, '').replaceAll(INVISIBLE, '').normalize('NFC');
  return composed.replaceAll(FURTHER_MARKS, '$1').replaceAll(/\s+/g, ' ').trim();
}

function nameOf(name: unknown, clientId: string): string {
  const visible = typeof name === 'string' ? visibleName(name) : '';
  return visible === '' ? clientHost(clientId)! : [...visible].slice(0, MAX_NAME).join('');
}

/** Return whether a redirect URI leads to the device of the person: an http URL at a loopback host (RFC 8252, 7.3). */
export function isLoopbackUri({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

/**
 * Return why a client cannot use a redirect URI, or null when it can. It is one of those of the client, character by
 * character, but at a loopback host it may have any port. No scheme besides https and http at a loopback host: the
 * dashboard opens the URI, and others, such as `javascript:`, would run in its origin.
 */
export function redirectUriFault(uri: string, { redirect_uris }: OauthClient): string | null {
  const url = URL.canParse(uri) ? new URL(uri) : null;
  if (!url || (url.protocol !== 'https:' && !isLoopbackUri(url))) {
    return 'The redirect URI must be an https URL, or an http URL at a loopback host.';
  }
  if (uri.includes('#')) return 'The redirect URI must have no fragment.';
  if (RESPONSE_PARAMETERS.some((name) => url.searchParams.has(name))) {
    return `The redirect URI must have none of the parameters ${RESPONSE_PARAMETERS.join(', ')}.`;
  }
  if (url.username !== '' || url.password !== '') return 'The redirect URI must have no user name or password.';
  const isKnown = redirect_uris.some((known) => known === uri || (isLoopbackUri(url) && differsByPort(known, url)));
  return isKnown ? null : 'The redirect URI is none of those of the client.';
}

function differsByPort(known: string, url: URL): boolean {
  if (!URL.canParse(known)) return false;
  const other = new URL(known);
  other.port = url.port;
  return other.href === url.href;
}
