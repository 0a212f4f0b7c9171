import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { AttestedSubject } from '../../tools/simulator/passkey-authenticator.ts';

// Certificates as a hostile authenticator makes them: a root of its own, and a leaf that names revocation lists.

const SEQUENCE = 0x30;
const OCTETS = 0x04;
const INTEGER = 0x02;
const ENUMERATED = 0x0a;

const ECDSA_SHA256 = der(SEQUENCE, oid('1.2.840.10045.4.3.2'));
const ROOT_NAME = name('Root');
const BEGIN = new Date('2020-01-01T00:00:00Z');
const END = new Date('2049-01-01T00:00:00Z');

/** Attest a key as an Android device does, with a chain whose leaf names these revocation lists. */
export function attestAndroidKey(revocationLists: readonly string[]) {
  return ({ authData, clientDataHash, publicKey, privateKey }: AttestedSubject) => {
    const root = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const extensions = [
      extension('1.3.6.1.4.1.11129.2.1.17', keyDescription(clientDataHash)),
      extension('2.5.29.31', der(SEQUENCE, ...revocationLists.map(distributionPoint))),
    ];
    const leaf = certificate({ subject: name('Leaf'), key: publicKey, extensions }, root.privateKey);
    const anchor = certificate({ subject: ROOT_NAME, key: root.publicKey, extensions: [] }, root.privateKey);
    const sig = sign('sha256', Buffer.concat([authData, clientDataHash]), privateKey);
    return { fmt: 'android-key', attStmt: { alg: -7, sig, x5c: [leaf, anchor] } };
  };
}

function certificate(
  { subject, key, extensions }: { subject: Buffer; key: KeyObject; extensions: Buffer[] },
  signer: KeyObject,
): Buffer {
  const content = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.of(2))),
    der(INTEGER, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ECDSA_SHA256,
    ROOT_NAME,
    der(SEQUENCE, time(BEGIN), time(END)),
    subject,
    createPublicKey(key.export({ format: 'pem', type: 'spki' })).export({ format: 'der', type: 'spki' }),
    ...(extensions.length > 0 ? [der(0xa3, der(SEQUENCE, ...extensions))] : []),
  );
  return der(SEQUENCE, content, ECDSA_SHA256, der(0x03, Buffer.of(0), sign('sha256', content, signer)));
}

function keyDescription(challenge: Uint8Array): Buffer {
  const version = der(INTEGER, Buffer.of(3));
  const level = der(ENUMERATED, Buffer.of(1));
  const enforced = der(SEQUENCE);
  return der(SEQUENCE, version, level, version, level, der(OCTETS, challenge), der(OCTETS), enforced, enforced);
}

function distributionPoint(url: string): Buffer {
  return der(SEQUENCE, der(0xa0, der(0xa0, der(0x86, Buffer.from(url)))));
}

function extension(id: string, value: Buffer): Buffer {
  return der(SEQUENCE, oid(id), der(OCTETS, value));
}

function name(text: string): Buffer {
  return der(SEQUENCE, der(0x31, der(SEQUENCE, oid('2.5.4.3'), der(0x0c, Buffer.from(text)))));
}

function time(date: Date): Buffer {
  return der(0x17, Buffer.from(`${date.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`));
}

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  const digits = (value: number): number[] => {
    const bytes = [value & 127];
    for (let left = value >> 7; left > 0; left >>= 7) bytes.unshift((left & 127) | 128);
    return bytes;
  };
  return der(0x06, Buffer.from([40 * first + second, ...rest.flatMap(digits)]));
}

function der(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
