import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiError } from './api-response.ts';
import type { Template } from './template.ts';

/** Encryption context of a ciphertext: decryption requires the same pairs. */
export type EncryptionContext = Record<string, string>;

/** The keys of the template, as KMS would hold them. */
export type KmsStore = {
  encrypt: (keyArn: string, plaintext: Uint8Array, context: EncryptionContext) => Buffer;
  /** Throws `InvalidCiphertextException` for what this key and context did not make. */
  decrypt: (keyArn: string, ciphertext: Uint8Array, context: EncryptionContext) => Buffer;
  /** The ARN of the template's only key. */
  onlyArn: () => string;
};

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MAX_PLAINTEXT_BYTES = 4096;

/** Read the keys of `<folder>/keys.json`, which only its owner can read, and create the missing ones. */
export function openKmsStore(folder: string, template: Template): KmsStore {
  const file = join(folder, 'keys.json');
  const stored = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
  const arns = template.ofType('AWS::KMS::Key').map(({ arn }) => arn);
  for (const arn of arns) stored[arn] ??= randomBytes(32).toString('base64');
  writeFileSync(file, JSON.stringify(stored), { mode: 0o600 });

  const materialOf = (arn: string): Buffer => {
    const material = arns.includes(arn) ? stored[arn] : undefined;
    if (!material) throw apiError(400, 'NotFoundException', `Key '${arn}' does not exist`);
    return Buffer.from(material, 'base64');
  };

  return {
    encrypt: (arn, plaintext, context) => {
      if (plaintext.length > MAX_PLAINTEXT_BYTES)
        throw apiError(400, 'ValidationException', 'Plaintext is over 4096 bytes');
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', materialOf(arn), nonce).setAAD(boundTo(context));
      return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt: (arn, ciphertext, context) => {
      const material = materialOf(arn);
      try {
        const bytes = Buffer.from(ciphertext);
        const end = bytes.length - TAG_BYTES;
        const decipher = createDecipheriv('aes-256-gcm', material, bytes.subarray(0, NONCE_BYTES))
          .setAAD(boundTo(context))
          .setAuthTag(bytes.subarray(end));
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, end)), decipher.final()]);
      } catch {
        throw apiError(400, 'InvalidCiphertextException', 'The ciphertext is not of this key and context');
      }
    },
    onlyArn: () => {
      const [arn, ...others] = arns;
      if (!arn || others.length > 0) throw new Error(`expected one key in the template, found ${arns.length}`);
      return arn;
    },
  };
}

function boundTo(context: EncryptionContext): Buffer {
  return Buffer.from(JSON.stringify(Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))));
}
