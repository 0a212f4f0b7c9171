import { newBearerSecret } from '../../core/crypto/bearer-secret.ts';
import { sha256 } from '../../core/crypto/sha256.ts';

/** Draw the secret with which CloudFront sends requests to the API. Returns it with its hash, by which the API knows it. */
export function newOriginSecret(): { Secret: string; Hash: string } {
  const secret = newBearerSecret();
  return { Secret: secret, Hash: sha256(secret) };
}
