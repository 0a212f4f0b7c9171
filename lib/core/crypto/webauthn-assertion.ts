import { createPublicKey, hash, type KeyObject, timingSafeEqual, verify } from 'node:crypto';

/** What an authenticator signed for a page, each part in base64url. */
export interface Assertion {
  authenticator_data: string;
  client_data_json: string;
  signature: string;
}

/** What an assertion has to be about. `public_key`: a SubjectPublicKeyInfo (DER) in base64url. */
export interface Expected {
  /** The text whose SHA-256 is the challenge. */
  statement: string;
  origin: string;
  rpId: string;
  public_key: string;
}

const RP_ID_HASH_BYTES = 32;
const USER_PRESENT = 1;
const USER_VERIFIED = 4;

/** Return the WebAuthn challenge of a text: its SHA-256 in base64url. */
export function challengeFor(statement: string): string {
  return hash('sha256', statement, 'base64url');
}

/** Return why an assertion does not prove that a person signed the statement with this key, or null when it does. */
export function assertionFault(assertion: Assertion, expected: Expected): string | null {
  const [authData, clientData, signature] = [
    decode(assertion.authenticator_data),
    decode(assertion.client_data_json),
    decode(assertion.signature),
  ];
  const key = readKey(expected.public_key);
  if (!authData || !clientData || !signature || !key) return 'it is malformed';
  const client = parseObject(clientData);
  if (client?.type !== 'webauthn.get') return 'it is not a signature of a passkey';
  if (client.challenge !== challengeFor(expected.statement)) return 'it signs another statement';
  if (client.origin !== expected.origin || client.crossOrigin === true) return 'it was made on another page';
  if (authData.length <= RP_ID_HASH_BYTES) return 'it is malformed';
  const rpIdHash = authData.subarray(0, RP_ID_HASH_BYTES);
  if (!timingSafeEqual(rpIdHash, hash('sha256', expected.rpId, 'buffer'))) return 'it was made for another domain';
  const flags = authData[RP_ID_HASH_BYTES]!;
  if ((flags & USER_PRESENT) === 0 || (flags & USER_VERIFIED) === 0)
    return 'the authenticator did not verify the person';
  const signed = Buffer.concat([authData, hash('sha256', clientData, 'buffer')]);
  return isSigned(key, signed, signature) ? null : 'its signature is invalid';
}

/** ES256, RS256 or EdDSA, by the type of the key. */
function isSigned(key: KeyObject, signed: Buffer, signature: Buffer): boolean {
  return verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', signed, key, signature);
}

/** Read a public key, or null for one of another kind. */
function readKey(publicKey: string): KeyObject | null {
  const der = decode(publicKey);
  if (!der) return null;
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return ['ec', 'rsa', 'ed25519'].includes(key.asymmetricKeyType!) ? key : null;
  } catch {
    return null;
  }
}

/** Decode base64url without padding, or null for any text that no bytes have as their encoding. */
function decode(text: unknown): Buffer | null {
  if (typeof text !== 'string') return null;
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : null;
}

function parseObject(bytes: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}
