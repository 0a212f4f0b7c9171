import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { replaceSend } from './replace-send.ts';

/** A replacement for KMS: ciphertext decrypts with the key and the context of its encryption, and no other. */
export interface InMemoryKms {
  /** Thrown by every call while it is set, as KMS would. */
  fault: Error | null;
  /** How often it was called. */
  calls: number;
}

interface Input {
  KeyId?: string;
  EncryptionContext?: Record<string, string>;
  Plaintext?: Uint8Array;
  CiphertextBlob?: Uint8Array;
}

const KEY_ARN = 'arn:aws:kms:eu-central-1:000000000000:key/accounts';

/** Replace KMS for all keys of this process; call once. */
export function createInMemoryKms(): InMemoryKms {
  process.env.ENCRYPTION_ARN = KEY_ARN;
  const material = randomBytes(32);
  const keys: InMemoryKms = { fault: null, calls: 0 };
  const operations = new Map<string, (input: Input) => unknown>([
    [EncryptCommand.name, (input) => ({ CiphertextBlob: encrypt(input, material) })],
    [DecryptCommand.name, (input) => ({ Plaintext: decrypt(input, material) })],
  ]);
  replaceSend(KMSClient, async ({ constructor: { name }, input }) => {
    keys.calls += 1;
    if (keys.fault) throw keys.fault;
    const run = operations.get(name);
    if (!run) throw new TypeError(`A command this KMS does not know: ${name}`);
    return run(input);
  });
  return keys;
}

function encrypt(input: Input, material: Buffer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', material, nonce).setAAD(boundTo(input));
  const bytes = [nonce, cipher.update(input.Plaintext!), cipher.final()];
  return Buffer.concat([...bytes, cipher.getAuthTag()]);
}

function decrypt(input: Input, material: Buffer): Buffer {
  const bytes = Buffer.from(input.CiphertextBlob!);
  try {
    const decipher = createDecipheriv('aes-256-gcm', material, bytes.subarray(0, 12))
      .setAAD(boundTo(input))
      .setAuthTag(bytes.subarray(-16));
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
  } catch {
    throw Object.assign(new Error('Not of this key and context.'), { name: 'InvalidCiphertextException' });
  }
}

function boundTo({ KeyId, EncryptionContext = {} }: Input): Buffer {
  return Buffer.from(JSON.stringify([KeyId, Object.entries(EncryptionContext).sort()]));
}
