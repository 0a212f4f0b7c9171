import { newBearerSecret } from '../../core/crypto/bearer-secret.ts';
import { sha256 } from '../../core/crypto/sha256.ts';

/** Draw the secret of the requests from CloudFront to the API. Returns it with its hash, which the API compares. */
export function newOriginSecret(): { Secret: string; Hash: string } {
  const secret = newBearerSecret();
  return { Secret: secret, Hash: sha256(secret) };
}
