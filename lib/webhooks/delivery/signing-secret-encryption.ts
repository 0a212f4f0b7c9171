import { scryptSync } from 'node:crypto';
import type { EncryptionContext } from '../../core/crypto/contexts.ts';
import { decryptCached, encryptFor } from '../../core/crypto/kms.ts';
import type { WebhookEndpoint } from '../rules/webhook-endpoint.ts';
import { signingSecrets } from '../rules/webhook-secrets.ts';

/** The endpoint that a signing secret belongs to. */
type SecretOwner = EncryptionContext<'Endpoint'>;

const FINGERPRINT_BYTES = 16;
// A guess takes about 3 ms and 1 MB. The default, 45 ms, would take a function with 512 MB a fifth of a second.
const FINGERPRINT_COST = { N: 1024 };

/** Encrypt a signing secret of an endpoint. KMS binds it to the endpoint. Returns the form that is stored. */
export async function encryptSigningSecret(secret: string, owner: SecretOwner): Promise<string> {
  return storedSigningSecret(secret, owner, await encryptFor({ secret }, owner));
}

/**
 * Build the stored form of a signing secret: its fingerprint, a dot, its ciphertext. The fingerprint shows that a secret
 * is used twice without decrypting it. It is slow to compute, because a caller may have chosen a secret that can be
 * guessed.
 */
export function storedSigningSecret(secret: string, { endpoint_id }: SecretOwner, ciphertext: string): string {
  return `${fingerprint(secret, endpoint_id)}.${ciphertext}`;
}

function fingerprint(secret: string, endpointId: string): string {
  return scryptSync(secret, endpointId, FINGERPRINT_BYTES, FINGERPRINT_COST).toString('hex');
}

/** Return whether a secret is the current one of an endpoint, without decrypting that. */
export function holdsSecret({ id, secrets }: WebhookEndpoint, secret: string): boolean {
  return secrets[0]!.startsWith(`${fingerprint(secret, id)}.`);
}

/** Decrypt the secrets that sign the deliveries of an endpoint, newest first. Only the functions that sign may. */
export function decryptSigningSecrets(endpoint: WebhookEndpoint, nowMs: number): Promise<string[]> {
  const owner: SecretOwner = { workspace_id: endpoint.workspace_id, endpoint_id: endpoint.id };
  return Promise.all(
    signingSecrets(endpoint, nowMs).map(async (stored) => {
      const ciphertext = stored.slice(stored.indexOf('.') + 1);
      return (await decryptCached<{ secret: string }>(ciphertext, owner, nowMs)).secret;
    }),
  );
}
