import { createHash } from 'node:crypto';
import { secretHash } from '../../../core/crypto/bearer-secret.ts';
import type { ApiError } from '../../../core/problems/define-problem.ts';
import type { RequestContext } from '../../pipeline/request-context.ts';
import { resourceOf } from '../../pipeline/stage-origin.ts';
import { isKeyLive } from '../../rules/api-key.ts';
import { assertExchangeable } from '../../rules/oauth/authorization-code.ts';
import { invalidGrant, invalidTarget } from '../../rules/oauth/problems.ts';
import { publicClient } from '../../rules/oauth/public-client.ts';
import { firstRefreshToken, formatRefreshToken } from '../../rules/oauth/refresh-token.ts';
import { loadClient, updateApiKeyWrite } from '../../store/api-keys.ts';
import { authorizationCodeWrite, loadAuthorizationCode } from '../../store/authorization-codes.ts';
import { loadMember } from '../../store/members.ts';
import { clientOf, countFailure } from './client-credentials.ts';
import type { Grant, Reuse } from './grants.ts';
import { firstRefreshSecret } from './refresh-secrets.ts';
import type { TokenRequest } from './token-request.ts';

/**
 * Exchange an authorization code for the first refresh token of its API key. A second exchange returns the key, which is to
 * be revoked: one of the two clients is a thief (RFC 6749, 4.1.2), because both have the verifier. Of two at the same time
 * the second conflicts, and runs again.
 */
export async function exchangedCode(
  { clientId, code: text, redirectUri, codeVerifier, resource }: Extract<TokenRequest, { grant: 'authorization_code' }>,
  context: RequestContext,
): Promise<Grant | Reuse> {
  const { nowMs } = context;
  publicClient(clientId);
  const code = await loadAuthorizationCode(secretHash(text));
  const found = code && (await loadClient(code.key_id));
  const member = code && (await loadMember(code.workspace_id, code.user_id));
  if (!code || !found || !member || !isKeyLive(found.key, nowMs)) throw await failure(text, context);
  const { key } = found;
  const audience = resource === null ? null : resourceOf(context, resource);
  if (resource !== null && audience === null) {
    throw invalidTarget('The resource must be the MCP server or the API.');
  }
  const challenge = createHash('sha256').update(codeVerifier).digest('base64url');
  try {
    assertExchangeable(code, { clientId, redirectUri, challenge, audience }, nowMs);
  } catch (error) {
    await countFailure(text, context.sourceAddress, nowMs);
    throw error;
  }
  if (code.exchanged_at_ms !== null) return { reusedKey: key };
  const { secret, state } = firstRefreshSecret(nowMs);
  return {
    client: clientOf(found, member),
    refreshToken: formatRefreshToken(firstRefreshToken({ clientId: key.client_id, clientSecret: secret })),
    writes: [
      authorizationCodeWrite({ ...code, exchanged_at_ms: nowMs }, code),
      updateApiKeyWrite(key, { ...key, refresh: state }),
    ],
  };
}

async function failure(code: string, { sourceAddress, nowMs }: RequestContext): Promise<ApiError> {
  await countFailure(code, sourceAddress, nowMs);
  return invalidGrant('The authorization code is unknown, or its access was revoked.');
}
