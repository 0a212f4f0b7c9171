/**
 * Reject a request of a library. Replaces `globalThis.fetch` in the bundles, which only libraries name so: the one that
 * verifies passkeys would request the revocation lists that a certificate names, at any host.
 */
export function rejectedFetch(): Promise<never> {
  return Promise.reject(new Error('Libraries have no access to the network.'));
}
