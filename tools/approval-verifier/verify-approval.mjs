#!/usr/bin/env node
// Verifies an approval by passkey as `GET /v1/content/{id}/approval` returns it, without code of the service:
//   node verify-approval.mjs approval.json [--fingerprint <64 hexadecimal digits>]
// The fingerprint is that of the person's passkey, which the dashboard shows to them. See docs/approval.md.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const sha256 = (data, encoding) => createHash('sha256').update(data).digest(encoding);

/** Returns what was approved, or throws an error that says why the approval is not valid. */
export function verifyApproval(exported, expectedFingerprint) {
  const evidence = exported?.evidence;
  check(typeof evidence === 'object' && evidence !== null, 'there is no evidence');
  check(exported.status === 'approved', 'the item is not approved');

  const publicKey = decode(evidence, 'public_key');
  const fingerprint = sha256(publicKey, 'hex');
  check(evidence.fingerprint === fingerprint, 'the fingerprint is not that of the public key');
  check(!expectedFingerprint || expectedFingerprint === fingerprint, 'the public key is not the one you expect');

  const { statement: text, content } = evidence;
  check(typeof text === 'string' && typeof content === 'string', 'the statement or the content is missing');
  const statement = parse(text, 'the statement');
  check(statement.type === 'content_approval' && statement.version === 1, 'the statement is of another kind');
  check(statement.content_id === exported.content_id, 'the statement is about another item');
  check(statement.content_hash === sha256(content, 'hex'), 'the content is not the one that was signed');

  const authenticatorData = decode(evidence, 'authenticator_data');
  const clientDataJson = decode(evidence, 'client_data_json');
  const clientData = parse(clientDataJson.toString(), 'client_data_json');
  check(clientData.type === 'webauthn.get', 'the signature is not an assertion');
  check(clientData.challenge === sha256(text, 'base64url'), 'the signature is about another statement');
  check(clientData.origin === statement.origin && !clientData.crossOrigin, 'it was signed on another page');
  check(authenticatorData.length >= 37, 'authenticator_data is too short');
  check(authenticatorData.subarray(0, 32).equals(sha256(statement.rp_id)), 'it was signed for another domain');
  const flags = authenticatorData[32];
  check((flags & 1) !== 0 && (flags & 4) !== 0, 'the authenticator did not verify the person');

  const key = toKey(publicKey);
  const signed = Buffer.concat([authenticatorData, sha256(clientDataJson)]);
  const algorithm = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  check(verify(algorithm, signed, key, decode(evidence, 'signature')), 'the signature is invalid');
  return { fingerprint, statement, content: parse(content, 'the content') };
}

function toKey(publicKey) {
  try {
    return createPublicKey({ key: publicKey, format: 'der', type: 'spki' });
  } catch {
    throw new Error('public_key is not a SubjectPublicKeyInfo');
  }
}

function parse(text, name) {
  try {
    const value = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {}
  throw new Error(`${name} is not a JSON object`);
}

// Another text that decodes to the same bytes is rejected.
function decode(evidence, name) {
  const bytes = Buffer.from(String(evidence[name]), 'base64url');
  check(bytes.length > 0 && bytes.toString('base64url') === evidence[name], `${name} is not base64url`);
  return bytes;
}

function check(isTrue, otherwise) {
  if (!isTrue) throw new Error(otherwise);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [file, option, expected] = process.argv.slice(2);
  try {
    const exported = JSON.parse(readFileSync(file ?? 0, 'utf8'));
    check(option === undefined || (option === '--fingerprint' && expected), `the option ${option} is unknown`);
    console.log('VALID', JSON.stringify(verifyApproval(exported, expected), null, 2));
  } catch (error) {
    console.error(`NOT VALID: ${error.message}.`);
    process.exitCode = 1;
  }
}
