import { createHash, randomBytes } from 'node:crypto';
import { injectRefreshFault } from '../../kit/simulator/fault-injection.ts';
import type { TokenAccess } from '../../kit/simulator/oauth-grants.ts';
import {
  bearerToken,
  jsonObject,
  type SimulatedRequest,
  type SimulatedResponse,
} from '../../kit/simulator/simulated-http.ts';
import type { SimulatorStores } from '../../kit/simulator/simulated-platform.ts';
import { BLUESKY_ERRORS, expired, invalidRequest, invalidToken, missingToken, xrpcError } from './errors.ts';
import type { Identities } from './identity.ts';

const LIFETIME_SECONDS = 7_200;
/** The only app password that every account rejects. */
const WRONG_PASSWORD = 'wrong';

/** Open the sessions of accounts: app passwords and their tokens. */
export function openSessions({ grants, scripts }: SimulatorStores, identities: Identities) {
  function toSession(did: string, accessJwt: string, refreshJwt: string): SimulatedResponse {
    const handle = identities.handleOf(did);
    return { status: 200, body: { did, handle, accessJwt, refreshJwt, active: true } };
  }

  return {
    /** Respond to `com.atproto.server.createSession`. Earlier sessions stay valid. */
    create(request: SimulatedRequest): SimulatedResponse {
      const { identifier, password } = jsonObject(request.body) ?? {};
      if (typeof identifier !== 'string') return invalidRequest('Input must have the property "identifier"');
      if (typeof password !== 'string') return invalidRequest('Input must have the property "password"');
      const did = identities.resolve(identifier);
      if (did === null || password === WRONG_PASSWORD) {
        return xrpcError(401, 'AuthenticationRequired', 'Invalid identifier or password');
      }
      const [accessToken, refreshToken] = [1, 2].map(() => randomBytes(24).toString('base64url')) as [string, string];
      const tokens = { accessToken, refreshToken, expiresInSeconds: LIFETIME_SECONDS, issuedAtMs: Date.now() };
      const client = { clientId: null, clientSecret: null, scope: null };
      grants.register({ platform: 'bluesky', account: did, ...tokens, ...client }, { replacesOthers: false });
      return toSession(did, accessToken, refreshToken);
    },
    /**
     * Respond to `com.atproto.server.refreshSession`. The old refresh token stays valid, and its second use returns the
     * same new refresh token.
     */
    refresh(request: SimulatedRequest): SimulatedResponse {
      const token = bearerToken(request);
      const held = token === undefined ? undefined : grants.holding('bluesky', 'refresh', token);
      const answer = (hidesRefreshToken: boolean): SimulatedResponse => {
        if (token === undefined) return missingToken();
        if (held === undefined) return invalidToken();
        if (!held.isAlive) return xrpcError(400, 'ExpiredToken', 'Token has been revoked');
        const next = createHash('sha256').update(token).digest('base64url');
        const { accessToken } = grants.renew(held, LIFETIME_SECONDS, false, next);
        return toSession(held.account, accessToken, hidesRefreshToken ? '' : next);
      };
      const script = scripts.takeForRefresh('bluesky', held?.account ?? null);
      return injectRefreshFault(script, { refresh: answer, rejections: BLUESKY_ERRORS });
    },
    /** Respond to `com.atproto.server.deleteSession`: every token of the session is invalid from now on. */
    remove(request: SimulatedRequest): SimulatedResponse {
      const held = grants.holding('bluesky', 'refresh', bearerToken(request) ?? '');
      if (held === undefined) return invalidToken();
      grants.kill(held.family);
      return { status: 200 };
    },
    /** Process a request with a valid access token. */
    admit(request: SimulatedRequest, carryOut: (access: TokenAccess) => SimulatedResponse): SimulatedResponse {
      const token = bearerToken(request);
      if (token === undefined) return missingToken();
      const access = grants.accessOf('bluesky', token);
      if (access.state === 'expired') return expired();
      return access.state === 'revoked' ? invalidToken() : carryOut(access);
    },
  };
}
