// Replaces the packages that decode certificates (`@peculiar/…` and `reflect-metadata`) in the bundles: 40 % of the code of
// a function that verifies passkeys. Only attestations have certificates, and this service rejects a passkey with an
// attestation before it verifies anything. What is left to decode is the signature of an elliptic curve.

/** Names the only type that `AsnParser` decodes: the two numbers of a signature. */
export class ECDSASigValue {}

const SEQUENCE = 0x30;
const INTEGER = 0x02;

/** Decodes a signature in DER. Throws for every other type, and for bytes that are no signature. */
export const AsnParser = {
  parse(signature: Uint8Array, type: unknown): { r: Uint8Array; s: Uint8Array } {
    if (type !== ECDSASigValue) throw new Error('Certificates are not decoded.');
    const sequence = readValue(signature, SEQUENCE);
    const r = readValue(sequence.value, INTEGER);
    const s = readValue(r.rest, INTEGER);
    if (sequence.rest.length > 0 || s.rest.length > 0) throw new Error('The signature has more than two numbers.');
    return { r: r.value, s: s.value };
  },
};

/** Read the value with a tag at the start of `bytes`, and what follows it. A signature has fewer than 256 bytes. */
function readValue(bytes: Uint8Array, tag: number): { value: Uint8Array; rest: Uint8Array } {
  const isLong = bytes[1] === 0x81;
  const length = bytes[isLong ? 2 : 1];
  const start = isLong ? 3 : 2;
  const isValid = bytes[0] === tag && length !== undefined && length > 0 && (isLong ? length > 0x7f : length < 0x80);
  if (!isValid || bytes.length < start + length) throw new Error('The signature is not in DER.');
  return { value: bytes.subarray(start, start + length), rest: bytes.subarray(start + length) };
}

const NOT_DECODED = undefined;

export {
  NOT_DECODED as AuthorityKeyIdentifierExtension,
  NOT_DECODED as BasicConstraints,
  NOT_DECODED as Certificate,
  NOT_DECODED as CRLDistributionPointsExtension,
  NOT_DECODED as ECParameters,
  NOT_DECODED as ExtendedKeyUsage,
  NOT_DECODED as id_ce_basicConstraints,
  NOT_DECODED as id_ce_extKeyUsage,
  NOT_DECODED as id_ce_keyDescription,
  NOT_DECODED as id_ce_subjectAltName,
  NOT_DECODED as id_ecdsaWithSHA256,
  NOT_DECODED as id_ecdsaWithSHA384,
  NOT_DECODED as id_ecdsaWithSHA512,
  NOT_DECODED as id_ecPublicKey,
  NOT_DECODED as id_ml_dsa_44,
  NOT_DECODED as id_ml_dsa_65,
  NOT_DECODED as id_ml_dsa_87,
  NOT_DECODED as id_rsaEncryption,
  NOT_DECODED as id_secp256r1,
  NOT_DECODED as id_secp384r1,
  NOT_DECODED as id_sha1WithRSAEncryption,
  NOT_DECODED as id_sha256WithRSAEncryption,
  NOT_DECODED as id_sha384WithRSAEncryption,
  NOT_DECODED as id_sha512WithRSAEncryption,
  NOT_DECODED as KeyDescription,
  NOT_DECODED as OctetString,
  NOT_DECODED as RSAPublicKey,
  NOT_DECODED as SubjectAlternativeName,
  NOT_DECODED as SubjectKeyIdentifierExtension,
  NOT_DECODED as X509Certificate,
  NOT_DECODED as X509ChainBuilder,
  NOT_DECODED as X509Crl,
};
