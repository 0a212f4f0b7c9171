import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { cose, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers';
import { sha256Bytes } from '../../core/crypto/sha256.ts';
import type { Passkey, SigningKey } from '../rules/passkey.ts';
import { type CertifiedPasskey, certifyPublicKey } from '../store/passkey-certificate.ts';

/** Return the certified verification key of a passkey, or `{}` if the key is unusable. */
export async function certifiedKeyOf(
  passkey: CertifiedPasskey & Pick<Passkey, 'public_key'>,
): Promise<{ signing_key?: SigningKey }> {
  const der = toPublicKeyInfo(passkey.public_key);
  if (der === null) return {};
  const public_key = der.toString('base64url');
  return {
    signing_key: {
      public_key,
      fingerprint: sha256Bytes(der),
      certificate: await certifyPublicKey(public_key, passkey),
    },
  };
}

/** Convert the public key of a passkey from COSE, in base64url, to a SubjectPublicKeyInfo (DER). */
function toPublicKeyInfo(coseKey: string): Buffer | null {
  try {
    return createPublicKey({ key: toJwk(coseKey), format: 'jwk' }).export({ format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}

/** Convert a key of the algorithms that the options of a passkey offer: ES256, RS256 or EdDSA. */
function toJwk(coseKey: string): JsonWebKey {
  const key = decodeCredentialPublicKey(new Uint8Array(Buffer.from(coseKey, 'base64url')));
  const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes!).toString('base64url');
  if (cose.isCOSEPublicKeyRSA(key)) {
    return { kty: 'RSA', n: text(key.get(cose.COSEKEYS.n)), e: text(key.get(cose.COSEKEYS.e)) };
  }
  if (cose.isCOSEPublicKeyEC2(key)) {
    return { kty: 'EC', crv: 'P-256', x: text(key.get(cose.COSEKEYS.x)), y: text(key.get(cose.COSEKEYS.y)) };
  }
  return { kty: 'OKP', crv: 'Ed25519', x: text((key as cose.COSEPublicKeyOKP).get(cose.COSEKEYS.x)) };
}
