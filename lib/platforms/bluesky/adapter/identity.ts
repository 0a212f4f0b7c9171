import { validateReceiverUrl } from '../../../core/net/ssrf-guard.ts';
import { asArray, asString, getPath, isSuccess, parseJsonBody } from '../../kit/http/json-response.ts';
import { type RequestResult, sendRequest } from '../../kit/http/request.ts';
import { definition, HANDLE } from '../facts/facts.ts';

/** The URLs of the network, and the deadline of one request. Without slashes at the end. */
export interface BlueskyNetwork {
  /** Resolves any handle. */
  appView: string;
  /** The DID documents of `did:plc` accounts. */
  directory: string;
  deadlineMs: number;
  /** Development only: the server of an account may be on a loopback address. */
  allowLoopback: boolean;
}

/** An account and the URL of its own server, without a slash at the end. `handle` is null without a verified one. */
export type Identity = { did: string; handle: string | null; server: string };

/** Why an account cannot be connected: `unavailable` may succeed later. `message` is public. */
export type ConnectFailure =
  | { outcome: 'rejected'; field: 'external_id' | 'app_password'; code: string; message: string }
  | { outcome: 'unavailable'; message: string };

/** Build the failure of a field. */
export function rejectField(
  field: 'external_id' | 'app_password',
  code: string,
  message: string,
): Extract<ConnectFailure, { outcome: 'rejected' }> {
  return { outcome: 'rejected', field, code, message };
}

/** Find the account that a handle or a DID belongs to, and its server. Never rejects. */
export async function resolveIdentity(
  identifier: string,
  network: BlueskyNetwork,
): Promise<{ outcome: 'resolved'; identity: Identity } | ConnectFailure> {
  const handle = HANDLE.test(identifier) ? identifier.toLowerCase() : null;
  const did = handle === null ? identifier : await resolveHandle(handle, network);
  if (typeof did !== 'string') return did;
  const document = await fetchDocument(did, network);
  if ('outcome' in document) return document;
  const names = asArray(getPath(document.json, 'alsoKnownAs'));
  // Anybody can say that a handle is another account's; the account itself has to name it too.
  if (handle !== null && !names.includes(`at://${handle}`)) {
    return rejectField('external_id', 'handle_not_verified', 'The account does not use this handle.');
  }
  const services = asArray(getPath(document.json, 'service'));
  const pds = services.find((service) => asString(getPath(service, 'id'))?.endsWith('#atproto_pds'));
  const endpoint = asString(getPath(pds, 'serviceEndpoint')) ?? '';
  const allowed = validateReceiverUrl(endpoint, { allowLoopback: network.allowLoopback });
  if ('rejection' in allowed) {
    return rejectField('external_id', 'server_refused', `The account has no usable server. ${allowed.rejection}`);
  }
  const verified = handle ?? (await verifyHandle(names, did, network));
  return { outcome: 'resolved', identity: { did, handle: verified, server: allowed.url.replace(/\/+$/, '') } };
}

/** Return the handle that a document names, if the handle leads back to the DID: anybody can name any handle. */
async function verifyHandle(names: unknown[], did: string, network: BlueskyNetwork): Promise<string | null> {
  const handle = names
    .map(asString)
    .find((name) => name?.startsWith('at://'))
    ?.slice('at://'.length);
  return handle !== undefined && HANDLE.test(handle) && (await resolveHandle(handle, network)) === did ? handle : null;
}

async function resolveHandle(
  handle: string,
  { appView, deadlineMs }: BlueskyNetwork,
): Promise<string | ConnectFailure> {
  const url = `${appView}/xrpc/com.atproto.identity.resolveHandle?${new URLSearchParams({ handle })}`;
  const result = await sendRequest({ method: 'GET', url, headers: {}, deadlineMs });
  const json = readResult(result);
  if (json === 'unavailable')
    return { outcome: 'unavailable', message: 'The handle could not be resolved. Try again later.' };
  const did = asString(getPath(json, 'did')) ?? '';
  if (definition.externalId.pattern.test(did)) return did;
  return noAccountHas('handle');
}

async function fetchDocument(did: string, network: BlueskyNetwork): Promise<{ json: unknown } | ConnectFailure> {
  // The name becomes part of a URL: any other text could lead to another port or path.
  if (!definition.externalId.pattern.test(did)) return noAccountHas('DID');
  const { deadlineMs, directory, allowLoopback } = network;
  const isWeb = did.startsWith('did:web:');
  const url = isWeb ? `https://${did.slice('did:web:'.length)}/.well-known/did.json` : `${directory}/${did}`;
  const vetting = isWeb ? { vetting: { allowLoopback } } : {};
  const result = await sendRequest({ method: 'GET', url, headers: {}, deadlineMs, ...vetting });
  const json = readResult(result);
  if (json === 'unavailable')
    return { outcome: 'unavailable', message: 'The account could not be looked up. Try again later.' };
  if (getPath(json, 'id') === did) return { json };
  return noAccountHas('DID');
}

function noAccountHas(name: 'handle' | 'DID'): ConnectFailure {
  return rejectField('external_id', 'account_not_found', `No Bluesky account has this ${name}.`);
}

/** Return the JSON of a response, undefined for a rejection, or that none came. */
function readResult({ response }: RequestResult): unknown | 'unavailable' {
  if (response === null || response.status >= 500 || response.status === 429) return 'unavailable';
  return isSuccess(response) ? parseJsonBody(response) : undefined;
}
