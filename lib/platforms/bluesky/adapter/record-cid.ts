import { createHash } from 'node:crypto';
import { code as DAG_CBOR, encode } from '@ipld/dag-cbor';
import { CID } from 'multiformats/cid';
import { create as createDigest } from 'multiformats/hashes/digest';

const SHA_256 = 0x12;

/** Return the id of a record's content, as the server computes it: SHA-256 of its canonical DAG-CBOR. */
export function recordCid(record: object): string {
  const hash = createHash('sha256')
    .update(encode(toDataModel(record)))
    .digest();
  return CID.createV1(DAG_CBOR, createDigest(SHA_256, hash)).toString();
}

/** Convert JSON to the data model of a record: in JSON, `$link` names a CID and `$bytes` has bytes in base64. */
function toDataModel(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(toDataModel);
  if (typeof json !== 'object' || json === null) return json;
  const entries = Object.entries(json);
  const [[name, value] = []] = entries;
  if (entries.length === 1 && name === '$link') return CID.parse(String(value));
  if (entries.length === 1 && name === '$bytes') return new Uint8Array(Buffer.from(String(value), 'base64'));
  return Object.fromEntries(entries.map(([key, each]) => [key, toDataModel(each)]));
}
