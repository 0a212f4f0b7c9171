import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, hash, randomBytes, randomInt, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toApprovalEvidence } from '../../lib/content/rules/approval/approval-evidence.ts';
import { proofFault } from '../../lib/content/rules/approval/approval-proof.ts';
import { buildStatement, statementText } from '../../lib/content/rules/approval/approval-statement.ts';
import { contentHash } from '../../lib/content/rules/approval/content-hash.ts';
import type { Content } from '../../lib/content/rules/content.ts';
import type { ApprovalEvidence } from '../../lib/content/rules/content-approval.ts';
import { challengeFor } from '../../lib/core/crypto/webauthn-assertion.ts';
import { verifyApproval } from '../../tools/approval-verifier/verify-approval.mjs';
import { draft } from '../content/rules/items.ts';

/** The stand-alone verifier and the publish worker accept each approval, and none with a changed bit. */

const FILE = join(import.meta.dirname, '../../tools/approval-verifier/verify-approval.mjs');
const ORIGIN = 'https://dashboard.example.com';
const NOW_MS = Date.parse('2026-11-20T09:00:00.000Z');
const ENTRY = { platform: 'twitter', account_id: 'acc_01K00000000000000000000000' } as const;

const KEYS = {
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  EdDSA: generateKeyPairSync('ed25519'),
};
const ALGORITHMS = Object.keys(KEYS) as (keyof typeof KEYS)[];

/** An item that was approved by a passkey of this algorithm. */
function approvedItem(n: number, algorithm: keyof typeof KEYS): { content: Content; publicKey: string } {
  const description = `Text ${n} ${randomBytes(n % 50).toString('base64')} é 漢 🎉`;
  const requested_at = new Date(NOW_MS - 60_000).toISOString();
  const pending = { ...draft('twitter').content, description, approval: { requested_at } } as Content;
  const about = { contentHash: contentHash(pending), defaults: { twitter: ENTRY.account_id }, approverId: 'usr_1' };
  const where = { origin: ORIGIN, rpId: 'dashboard.example.com', issuedAtMs: NOW_MS, latenessLimitSeconds: 3_600 };
  const statement = statementText(buildStatement(pending, { ...about, ...where }));
  const client = { type: 'webauthn.get', challenge: challengeFor(statement), origin: ORIGIN, crossOrigin: false };
  const clientData = Buffer.from(JSON.stringify(client));
  const authData = Buffer.concat([hash('sha256', 'dashboard.example.com', 'buffer'), Buffer.from([5, 0, 0, 0, 9])]);
  const { privateKey, publicKey } = KEYS[algorithm];
  const signed = Buffer.concat([authData, hash('sha256', clientData, 'buffer')]);
  const signature = sign(algorithm === 'EdDSA' ? null : 'sha256', signed, privateKey);
  const assertion = {
    authenticator_data: authData.toString('base64url'),
    client_data_json: clientData.toString('base64url'),
    signature: signature.toString('base64url'),
  };
  const public_key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64url');
  const evidence = { statement, assertion, credential_id: 'Y3JlZA', public_key, certificate: 'certificate' };
  const approval = { ...pending.approval!, status: 'approved', decided_by: 'usr_1', evidence } as Content['approval'];
  return { content: { ...pending, approval }, publicKey: public_key };
}

type Exported = { content_id: string; status: string; evidence: Record<string, string> };
const exportOf = (content: Content) => structuredClone(toApprovalEvidence(content)) as unknown as Exported;

const BINARY = ['authenticator_data', 'client_data_json', 'signature', 'public_key'];

/** Flip one bit of a field: of its bytes, or of the bytes of its text. */
function flipped(exported: Exported, name: string): Exported {
  const encoding = BINARY.includes(name) ? 'base64url' : 'utf8';
  const bytes = Buffer.from(exported.evidence[name]!, encoding);
  bytes[randomInt(bytes.length)]! ^= 1 << randomInt(8);
  return { ...exported, evidence: { ...exported.evidence, [name]: bytes.toString(encoding) } };
}

describe('the publish worker', () => {
  it('rejects 1,000 of 1,000 approvals with one flipped bit in what was signed', () => {
    for (let n = 0; n < 1_000; n++) {
      const { content, publicKey } = approvedItem(n, ALGORITHMS[n % 3]!);
      const name = ['statement', 'authenticator_data', 'client_data_json', 'signature'][n % 4]!;
      const { statement, ...assertion } = flipped(exportOf(content), name).evidence;
      const evidence = { ...content.approval!.evidence!, statement, assertion } as unknown as ApprovalEvidence;
      const changed = { ...content, approval: { ...content.approval!, evidence } };
      const certifiedKey = { certificate: 'certificate', public_key: publicKey };
      expect(proofFault(changed, { entry: ENTRY, certifiedKey }, NOW_MS), name).not.toBeNull();
    }
  });
});

describe('the verifier', () => {
  it('accepts 1,000 of 1,000 approvals, as the publish worker does', () => {
    for (let n = 0; n < 1_000; n++) {
      const { content, publicKey } = approvedItem(n, ALGORITHMS[n % 3]!);
      const { statement } = verifyApproval(exportOf(content));
      expect(statement.content_hash).toBe(contentHash(content));
      const certifiedKey = { certificate: 'certificate', public_key: publicKey };
      expect(proofFault(content, { entry: ENTRY, certifiedKey }, NOW_MS)).toBeNull();
    }
  });

  it('rejects 1,000 of 1,000 approvals with one flipped bit in any field', () => {
    const names = Object.keys(exportOf(approvedItem(0, 'ES256').content).evidence);
    for (let n = 0; n < 1_000; n++) {
      const exported = exportOf(approvedItem(n, ALGORITHMS[n % 3]!).content);
      const name = names[n % names.length]!;
      expect(() => verifyApproval(flipped(exported, name)), name).toThrow();
    }
  });

  it('rejects another encoding of the same bytes, and another key than the expected one', () => {
    const exported = exportOf(approvedItem(1, 'ES256').content);
    const padded = { ...exported, evidence: { ...exported.evidence, signature: `${exported.evidence.signature}=` } };
    expect(() => verifyApproval(padded)).toThrow('signature is not base64url');
    expect(() => verifyApproval(exported, 'a'.repeat(64))).toThrow('not the one you expect');
    expect(verifyApproval(exported, exported.evidence.fingerprint).fingerprint).toBe(exported.evidence.fingerprint);
  });

  it('rejects an approval without verification of the person, of another page, or that is over', () => {
    const exported = exportOf(approvedItem(1, 'ES256').content);
    expect(() => verifyApproval({ ...exported, status: 'not_submitted' })).toThrow('not approved');
    expect(() => verifyApproval({ ...exported, content_id: 'cnt_2' })).toThrow('another item');
    expect(() => verifyApproval({ ...exported, evidence: null })).toThrow('no evidence');
  });

  it('runs as a program of at most 100 lines that imports only Node.js', () => {
    const source = readFileSync(FILE, 'utf8');
    expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(100);
    expect([...source.matchAll(/from '([^']+)'/g)].map(([, name]) => name)).toEqual([
      'node:crypto',
      'node:fs',
      'node:url',
    ]);
    const folder = mkdtempSync(join(tmpdir(), 'approval-'));
    const exported = exportOf(approvedItem(1, 'EdDSA').content);
    writeFileSync(join(folder, 'approval.json'), JSON.stringify(exported));
    expect(execFileSync(process.execPath, [FILE, join(folder, 'approval.json')], { encoding: 'utf8' })).toMatch(
      /^VALID/,
    );
    writeFileSync(join(folder, 'changed.json'), JSON.stringify(flipped(exported, 'signature')));
    expect(() => execFileSync(process.execPath, [FILE, join(folder, 'changed.json')], { stdio: 'pipe' })).toThrow(
      'NOT VALID',
    );
  });
});
