import type { EncryptionContext } from '../../lib/core/crypto/contexts.ts';
import { storedSigningSecret } from '../../lib/webhooks/delivery/signing-secret-encryption.ts';
import type { EncryptSecrets } from './simulator-accounts.ts';

const SECRET = 'whsec_c2FtcGxlLXdlYmhvb2stc2VjcmV0LW9mLTMyLWJ5dGU=';

/** The signing secret of a sample endpoint, in the form that is stored. */
export function sampleSigningSecret(owner: EncryptionContext<'Endpoint'>, encryptSecrets: EncryptSecrets): string {
  return storedSigningSecret(SECRET, owner, encryptSecrets({ secret: SECRET }, owner));
}
