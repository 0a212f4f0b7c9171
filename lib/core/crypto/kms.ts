import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { requireEnv } from '../config/env.ts';
import { decryptWithDataKey, encryptWithDataKey, isParameter } from './data-key.ts';

const kms = new KMSClient({ maxAttempts: 5 });

/**
 * Encrypt secrets and bind them to `context`, which decryption requires. KMS encrypts at most 4 KiB. In a stage without a
 * KMS key of its own, the data key in a parameter encrypts them.
 */
export async function encryptFor(secrets: object, context: Record<string, string>): Promise<string> {
  const Plaintext = Buffer.from(JSON.stringify(secrets));
  const KeyId = requireEnv('ENCRYPTION_ARN');
  if (isParameter(KeyId)) return (await encryptWithDataKey(KeyId, Plaintext, context)).toString('base64');
  const { CiphertextBlob } = await kms.send(new EncryptCommand({ KeyId, Plaintext, EncryptionContext: context }));
  return Buffer.from(CiphertextBlob!).toString('base64');
}

/** Decrypt secrets of this context. Throws `SecretDecryptionError` for another context or a deleted key. */
export async function decryptFor<T>(ciphertext: string, context: Record<string, string>): Promise<T> {
  const CiphertextBlob = Buffer.from(ciphertext, 'base64');
  const KeyId = requireEnv('ENCRYPTION_ARN');
  if (isParameter(KeyId)) {
    const opened = await decryptWithDataKey(KeyId, CiphertextBlob, context);
    if (opened === null) throw new SecretDecryptionError('another context or another key');
    return JSON.parse(opened.toString()) as T;
  }
  try {
    const { Plaintext } = await kms.send(new DecryptCommand({ KeyId, CiphertextBlob, EncryptionContext: context }));
    return JSON.parse(Buffer.from(Plaintext!).toString()) as T;
  } catch (error) {
    if (!PERMANENT_KMS_ERRORS.includes((error as Error).name)) throw error;
    throw new SecretDecryptionError(error);
  }
}

const CACHE_TTL_MS = 300_000;
const MAX_CACHED = 500;

// Keyed by ciphertext, which changes with the secrets and belongs to one context.
const cached = new Map<string, { secrets: Promise<unknown>; untilMs: number }>();

/**
 * Decrypt secrets as `decryptFor`, and cache them for five minutes: a flood of requests or deliveries must not cause
 * a flood of KMS calls. Callers at the same time share one call; a failed one is not cached.
 */
export function decryptCached<T>(ciphertext: string, context: Record<string, string>, nowMs: number): Promise<T> {
  const known = cached.get(ciphertext);
  if (known && known.untilMs > nowMs) return known.secrets as Promise<T>;
  const secrets = decryptFor<T>(ciphertext, context);
  if (cached.size >= MAX_CACHED) cached.clear();
  cached.set(ciphertext, { secrets, untilMs: nowMs + CACHE_TTL_MS });
  secrets.catch(() => cached.delete(ciphertext));
  return secrets;
}

// A retry cannot fix these. A disabled key, throttling and a lost connection are temporary.
const PERMANENT_KMS_ERRORS = ['InvalidCiphertextException', 'IncorrectKeyException'];

/** The secrets can never be decrypted again: a user has to provide them again. */
export class SecretDecryptionError extends Error {
  constructor(cause: unknown) {
    super('The secrets cannot be decrypted.', { cause });
    this.name = 'SecretDecryptionError';
  }
}
