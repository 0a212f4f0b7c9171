import { newBearerSecret, secretHash } from '../../core/crypto/bearer-secret.ts';
import type { Write } from '../../core/table/commit.ts';
import { formatAccessToken } from '../rules/access-token.ts';
import type { AccessToken } from '../rules/api-key.ts';
import { accessTokenWrite } from '../store/access-tokens.ts';

/** An access token as a response returns it, and the write that stores its hash. */
export interface IssuedToken {
  response: { access_token: string; token_type: 'Bearer'; expires_in: number };
  write: Write;
}

/** Issue an access token. `expires_in` is in seconds, rounded down. */
export function issueAccessToken(token: Omit<AccessToken, 'hash'>, nowMs: number): IssuedToken {
  const text = formatAccessToken(token, newBearerSecret());
  const expires_in = Math.floor((token.expires_at_ms - nowMs) / 1000);
  return {
    response: { access_token: text, token_type: 'Bearer', expires_in },
    write: accessTokenWrite({ hash: secretHash(text), ...token }),
  };
}
