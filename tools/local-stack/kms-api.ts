import { type ApiReply, apiError } from './api-response.ts';
import type { EncryptionContext, KmsStore } from './kms-store.ts';

/** Answer one request of KMS as the SDK sends it. Throws an ApiError. */
export function handleKmsRequest(keys: KmsStore, operation: string, input: Record<string, unknown>): ApiReply {
  const { KeyId, EncryptionContext = {} } = input as {
    KeyId?: string;
    EncryptionContext?: EncryptionContext;
  };
  if (!KeyId) throw apiError(400, 'ValidationException', 'KeyId is required here');
  if (operation === 'DescribeKey') return { KeyMetadata: { KeyId, KeyState: 'Enabled' } };
  if (operation === 'Encrypt') {
    const made = keys.encrypt(KeyId, Buffer.from(String(input.Plaintext), 'base64'), EncryptionContext);
    return { CiphertextBlob: made.toString('base64'), KeyId, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' };
  }
  if (operation === 'Decrypt') {
    const found = keys.decrypt(KeyId, Buffer.from(String(input.CiphertextBlob), 'base64'), EncryptionContext);
    return { Plaintext: found.toString('base64'), KeyId, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' };
  }
  throw apiError(400, 'UnknownOperationException', `${operation} of a key is not known here`);
}
