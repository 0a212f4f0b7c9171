import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AsnParser, Certificate, ECDSASigValue } from '../../lib/bundle/certificate-replacements.ts';

const DATA = Buffer.from('what a passkey signs');
const CURVES = { prime256v1: 32, secp384r1: 48, secp521r1: 66 };

const parse = (bytes: Uint8Array) => AsnParser.parse(bytes, ECDSASigValue);

/** The number with so many bytes, as WebCrypto takes it. */
function fixed(number: Uint8Array, length: number): Buffer {
  const bytes = Buffer.from(number).subarray(Math.max(0, number.length - length));
  return Buffer.concat([Buffer.alloc(length - bytes.length), bytes]);
}

describe('the decoder of signatures in the bundles', () => {
  it.each(Object.entries(CURVES))('finds both numbers of a signature with %s', (namedCurve, length) => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve });
    // Enough that numbers with a leading zero and shorter ones are among them.
    for (let count = 0; count < 40; count++) {
      const { r, s } = parse(sign('sha256', DATA, privateKey));
      const signature = Buffer.concat([fixed(r, length), fixed(s, length)]);
      expect(verify('sha256', DATA, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true);
    }
  });

  it('rejects a signature that is cut, has further bytes or another form', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const signature = sign('sha256', DATA, privateKey);
    for (let length = 0; length < signature.length; length++) {
      expect(() => parse(signature.subarray(0, length))).toThrow('DER');
    }
    const [sequence, length] = signature;
    const longer = Buffer.concat([Buffer.of(sequence!, length! + 3), signature.subarray(2), Buffer.of(2, 1, 1)]);
    const wrong = [
      Buffer.concat([signature, Buffer.of(0)]),
      longer,
      Buffer.concat([Buffer.of(0x31), signature.subarray(1)]),
      Buffer.of(0x30, 0x81, 0x06, 2, 1, 1, 2, 1, 1),
      Buffer.of(0x30, 0x80, 2, 1, 1, 2, 1, 1, 0, 0),
      Buffer.of(0x30, 0x05, 2, 0, 2, 1, 1),
    ];
    for (const bytes of wrong) expect(() => parse(bytes)).toThrow('The signature');
    expect(parse(Buffer.of(0x30, 0x06, 2, 1, 1, 2, 1, 2))).toEqual({ r: Buffer.of(1), s: Buffer.of(2) });
  });

  it('decodes no certificate', () => {
    expect(() => AsnParser.parse(Buffer.of(0x30, 0), Certificate)).toThrow('Certificates are not decoded.');
  });
});
