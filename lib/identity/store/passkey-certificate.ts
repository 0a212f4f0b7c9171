import type { EncryptionContext } from '../../core/crypto/contexts.ts';
import { decryptFor, encryptFor, SecretDecryptionError } from '../../core/crypto/kms.ts';
import { sha256 } from '../../core/crypto/sha256.ts';

/** Whose passkey a certificate is about. */
export interface CertifiedPasskey {
  workspace_id: string;
  user_id: string;
  credential_id: string;
}

// A hash, because a credential id may be longer than what KMS binds.
function contextOf({ workspace_id, user_id, credential_id }: CertifiedPasskey): EncryptionContext<'Passkey'> {
  return { credential_hash: sha256(credential_id), user_id, workspace_id };
}

/**
 * Certify the public key of a new passkey: encrypt it, bound to its workspace, member and credential. Only the function that
 * registers passkeys may, so a row that anything else writes has no certificate.
 */
export function certifyPublicKey(publicKey: string, passkey: CertifiedPasskey): Promise<string> {
  return encryptFor({ public_key: publicKey }, contextOf(passkey));
}

/** Return the public key in a certificate, or null for a certificate of another passkey. */
export async function readCertificate(certificate: string, passkey: CertifiedPasskey): Promise<string | null> {
  try {
    return (await decryptFor<{ public_key: string }>(certificate, contextOf(passkey))).public_key;
  } catch (error) {
    if (error instanceof SecretDecryptionError) return null;
    throw error;
  }
}
