import { createHash } from 'node:crypto';

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** The ids of accounts. */
export const DID = /^did:plc:[a-z2-7]{24}$/;
/** The keys of posts (`@atproto/syntax`). */
export const TID = /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/;

function hash(text: string | Uint8Array, length: number): string {
  const bytes = createHash('sha256').update(text).digest();
  return Array.from({ length }, (_, index) => BASE32.charAt(bytes[index % bytes.length]! & 31)).join('');
}

/** Return the DID of a handle on the simulated server. */
export function didOfHandle(handle: string): string {
  return `did:plc:${hash(handle.toLowerCase(), 24)}`;
}

/** Return a content id with the prefix of records or of blobs; equal for equal content. */
export function contentId(content: string | Uint8Array, kind: 'record' | 'blob'): string {
  return `${kind === 'record' ? 'bafyrei' : 'bafkrei'}${hash(content, 52)}`;
}
