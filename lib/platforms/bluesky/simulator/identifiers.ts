import { createHash } from 'node:crypto';
import { code as DAG_CBOR, encode } from '@ipld/dag-cbor';
import { CID } from 'multiformats/cid';
import { create as createDigest } from 'multiformats/hashes/digest';
import { isObject } from '../../kit/simulator/simulated-http.ts';

const RAW = 0x55;
const SHA_256 = 0x12;
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

/** Return the SHA-256 of bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}

function toCid(codec: number, digest: Uint8Array): string {
  return CID.createV1(codec, createDigest(SHA_256, digest)).toString();
}

/** Return the content id of a blob with this SHA-256. */
export function blobCid(digest: Uint8Array): string {
  return toCid(RAW, digest);
}

/** Return the content id of a record, which is encoded as DAG-CBOR with its links as such. */
export function recordCid(record: object): string {
  const withLinks = JSON.parse(JSON.stringify(record), (_key, value) => {
    const isLink = isObject(value) && typeof value.$link === 'string' && Object.keys(value).length === 1;
    return isLink ? CID.parse(String(value.$link)) : value;
  });
  return toCid(DAG_CBOR, sha256(encode(withLinks)));
}
