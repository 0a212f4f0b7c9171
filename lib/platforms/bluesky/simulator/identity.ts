import type { PostStore } from '../../kit/simulator/post-store.ts';
import type { SimulatedRequest, SimulatedResponse } from '../../kit/simulator/simulated-http.ts';
import { invalidRequest, xrpcError } from './errors.ts';
import { DID, didOfHandle } from './identifiers.ts';

/** Handles of the simulated server end in this domain. A handle that begins with `missing` has no account. */
const HANDLE = /^(?!missing)(?:[a-z0-9-]+\.)+test$/i;

export type Identities = ReturnType<typeof openIdentities>;

/** Open the handles and DID documents of the simulated accounts. */
export function openIdentities({ database }: PostStore) {
  database.exec('CREATE TABLE IF NOT EXISTS bluesky_handles (did TEXT PRIMARY KEY, handle TEXT)');
  const add = database.prepare('INSERT OR REPLACE INTO bluesky_handles VALUES (?, ?)');
  const find = database.prepare('SELECT handle FROM bluesky_handles WHERE did = ?');

  function handleOf(did: string): string {
    return String(find.get(did)?.handle ?? `${did.slice('did:plc:'.length)}.test`);
  }

  return {
    handleOf,
    /** Return the DID of a handle or a DID; null for one without an account. */
    resolve(identifier: string): string | null {
      if (DID.test(identifier)) return identifier;
      if (!HANDLE.test(identifier)) return null;
      const did = didOfHandle(identifier);
      add.run(did, identifier.toLowerCase());
      return did;
    },
    /** Respond to `com.atproto.identity.resolveHandle`. */
    resolveHandle({ query }: SimulatedRequest): SimulatedResponse {
      const handle = query.get('handle') ?? '';
      if (!handle.includes('.')) return invalidRequest('Params must have the property "handle"');
      const did = this.resolve(handle);
      if (did !== null) return { status: 200, body: { did } };
      const message = 'Unable to resolve handle';
      return handle.endsWith('.test') ? xrpcError(400, 'HandleNotFound', message) : invalidRequest(message);
    },
    /**
     * Respond as the PLC directory: the DID document of an account. The server of an account whose handle ends in
     * `.other.test` has another URL.
     */
    document(did: string, { origin }: SimulatedRequest): SimulatedResponse {
      if (!DID.test(did)) return { status: 404, body: { message: `DID not registered: ${did}` } };
      const handle = handleOf(did);
      const server = `${origin}/_simulator/bluesky${handle.endsWith('.other.test') ? '/other' : ''}`;
      const service = [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: server }];
      const body = { id: did, alsoKnownAs: [`at://${handle}`], verificationMethod: [], service };
      return { status: 200, headers: { 'content-type': 'application/did+ld+json' }, body };
    },
  };
}
