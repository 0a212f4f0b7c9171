import { asArray, asString, getPath, isSuccess, parseJsonBody } from '../json-response.ts';
import { sendRequest } from '../request.ts';
import { type DiscoveryConnection, toServerAddress } from './authorization-server.ts';
import { bluesky } from './index.ts';

const DID = bluesky.externalId.pattern;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HANDLE = new RegExp(`^(?=.{3,253}$)(?:${LABEL}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$`);

/** Where accounts are looked up: an AppView, which resolves every handle, and the directory of DIDs. */
export interface IdentityConnection extends DiscoveryConnection {
  blueskyUrls: { appView: string; directory: string };
}

/** An account. `handle` is null when it does not lead to the account; `server` is the origin of its server. */
export interface Identity {
  did: string;
  handle: string | null;
  server: string;
}

/** `unreachable`: a lookup had no answer; `not_found`: there is no such account, or it has no usable server. */
export type IdentityFailure = { failure: 'unreachable' | 'not_found' };

/** Look up an account by its handle, with or without `@`, or by its DID. */
export async function findIdentity(
  identifier: string,
  connection: IdentityConnection,
): Promise<Identity | IdentityFailure> {
  const name = identifier.trim().replace(/^@/, '');
  const did = DID.test(name) ? name : await resolveHandle(name.toLowerCase(), connection);
  return typeof did === 'string' ? readIdentity(did, connection) : did;
}

async function resolveHandle(handle: string, connection: IdentityConnection): Promise<string | IdentityFailure> {
  if (!HANDLE.test(handle)) return { failure: 'not_found' };
  const { blueskyUrls, deadlineMs } = connection;
  const url = `${blueskyUrls.appView}/xrpc/com.atproto.identity.resolveHandle?${new URLSearchParams({ handle })}`;
  const { response } = await sendRequest({ method: 'GET', url, headers: {}, deadlineMs });
  if (response === null || response.status >= 500) return { failure: 'unreachable' };
  const did = asString(getPath(parseJsonBody(response), 'did')) ?? '';
  return isSuccess(response) && DID.test(did) ? did : { failure: 'not_found' };
}

/** Read the document of a DID: from the directory, or from the host that a `did:web` names. */
async function readIdentity(did: string, connection: IdentityConnection): Promise<Identity | IdentityFailure> {
  const { blueskyUrls, deadlineMs, allowsLoopback = false } = connection;
  const host = /^did:web:(.+)$/.exec(did)?.[1];
  const request =
    host === undefined
      ? { url: `${blueskyUrls.directory}/${did}` }
      : { url: `https://${host}/.well-known/did.json`, vetting: { allowLoopback: allowsLoopback } };
  const { response } = await sendRequest({ method: 'GET', headers: {}, deadlineMs, ...request });
  if (response === null || response.status >= 500) return { failure: 'unreachable' };
  const document = parseJsonBody(response);
  const service = asArray(getPath(document, 'service')).find((each) =>
    [`${did}#atproto_pds`, '#atproto_pds'].includes(asString(getPath(each, 'id')) ?? ''),
  );
  const server = toServerAddress(asString(getPath(service, 'serviceEndpoint')) ?? '', connection);
  if (!isSuccess(response) || getPath(document, 'id') !== did || server === null) return { failure: 'not_found' };
  return { did, handle: await verifiedHandle(document, did, connection), server };
}

/** Return the handle that a document names, if the handle leads back to the DID: anybody can name any handle. */
async function verifiedHandle(document: unknown, did: string, connection: IdentityConnection): Promise<string | null> {
  const uris = asArray(getPath(document, 'alsoKnownAs')).map((uri) => asString(uri) ?? '');
  const handle = uris
    .find((uri) => uri.startsWith('at://'))
    ?.slice('at://'.length)
    .toLowerCase();
  return handle !== undefined && (await resolveHandle(handle, connection)) === did ? handle : null;
}
