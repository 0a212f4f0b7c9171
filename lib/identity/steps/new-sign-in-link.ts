import { newBearerSecret, secretHash } from '../../core/crypto/bearer-secret.ts';
import { formatSignInToken, newSignInLink, type SignInLink, type SignInName } from '../rules/sign-in.ts';

/** Create a link that signs a member in, with its token. Only the URL of the link contains the token. */
export function createSignInLink(
  name: SignInName,
  options: { requestId?: string | null; nowMs: number; validMs?: number },
): { token: string; link: SignInLink } {
  const token = formatSignInToken(name, newBearerSecret());
  return { token, link: newSignInLink(name, secretHash(token), options) };
}
