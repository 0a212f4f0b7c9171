import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

type Json = Record<string, unknown>;

/** What a browser sends for a page: where the page is, and what the person has done. */
export interface Circumstances {
  origin?: string;
  isVerified?: boolean;
}

/** What a hostile authenticator registers in place of its own id and key, without an attestation. */
export interface Registration extends Circumstances {
  id?: Uint8Array;
  /** The public key in COSE. */
  coseKey?: Uint8Array;
  attest?: (subject: AttestedSubject) => { fmt: string; attStmt: Json };
}

/** What an attestation is about. */
export interface AttestedSubject {
  authData: Uint8Array;
  clientDataHash: Uint8Array;
  publicKey: KeyObject;
  privateKey: KeyObject;
}

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_CREDENTIAL = 64;

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** An authenticator in software with one passkey (ES256), as `navigator.credentials` of a browser uses one. */
export function createAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;
  let userHandle = '';

  const clientData = (type: string, challenge: unknown, from = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));

  const authenticatorData = (rpId: string, flags: number, isVerified = true) => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const given = flags | USER_PRESENT | (isVerified ? USER_VERIFIED : 0);
    return Buffer.concat([sha256(rpId), Buffer.of(given), count]);
  };

  const credential = (response: Json, of: Uint8Array = id) => {
    const kind = { type: 'public-key', authenticatorAttachment: 'platform', clientExtensionResults: {} };
    return { id: base64url(of), rawId: base64url(of), response, ...kind };
  };

  return {
    /** The credential for `PublicKeyCredentialCreationOptionsJSON`. */
    create(options: Json, { origin: from, isVerified, attest, ...given }: Registration = {}): Json {
      const { rp, challenge, user } = options as { rp: { id: string }; challenge: string; user: { id: string } };
      userHandle = user.id;
      const { id: givenId = id, coseKey: key = coseKey(publicKey) } = given;
      const idBytes = Buffer.concat([Buffer.of(givenId.length >> 8, givenId.length & 255), givenId]);
      const credentialData = Buffer.concat([Buffer.alloc(16), idBytes, key]);
      const authData = Buffer.concat([authenticatorData(rp.id, HAS_CREDENTIAL, isVerified), credentialData]);
      const data = clientData('webauthn.create', challenge, from);
      const subject = { authData, clientDataHash: sha256(data), publicKey, privateKey };
      const attestation = { ...(attest?.(subject) ?? { fmt: 'none', attStmt: {} }), authData };
      const response = {
        clientDataJSON: base64url(data),
        attestationObject: base64url(cbor(new Map(Object.entries(attestation)))),
        transports: ['internal'],
      };
      return credential(response, givenId);
    },
    /** The public key as SubjectPublicKeyInfo (DER), in base64url. */
    publicKeyInfo(): string {
      return publicKey.export({ format: 'der', type: 'spki' }).toString('base64url');
    },
    /** The credential for `PublicKeyCredentialRequestOptionsJSON`. */
    get(options: Json, { origin: from, isVerified }: Circumstances = {}): Json {
      const { rpId, challenge } = options as { rpId: string; challenge: string };
      const data = clientData('webauthn.get', challenge, from);
      const authData = authenticatorData(rpId, 0, isVerified);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      return credential({
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        userHandle,
      });
    },
  };
}

function coseKey(publicKey: KeyObject): Buffer {
  const { x, y } = publicKey.export({ format: 'jwk' });
  const point = (text = '') => Buffer.from(text, 'base64url');
  const fields: [number, unknown][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, point(x)],
    [-3, point(y)],
  ];
  return cbor(new Map<unknown, unknown>(fields));
}

/** Encode as CBOR (RFC 8949): small integers, texts, bytes, lists and maps. */
export function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  const entries = value instanceof Map ? [...value] : Object.entries(value as object);
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, each]) => [cbor(key), cbor(each)])]);
}

function head(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.of((kind << 5) | size);
  return size < 256 ? Buffer.of((kind << 5) | 24, size) : Buffer.of((kind << 5) | 25, size >> 8, size & 255);
}
