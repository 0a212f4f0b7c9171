import type { RefreshCredentials } from '../../../lib/platforms/kit/publisher.ts';
import { PLATFORM_TABLE, type Platform } from '../../../lib/platforms/platforms.ts';
import { ACCOUNTS, startSimulator, TOKEN } from '../platforms.ts';
import type { PlatformServer } from './platform-server.ts';

const CREDENTIALS: RefreshCredentials = {
  accessToken: TOKEN,
  refreshToken: 'refresh-1',
  clientId: 'client-1',
  clientSecret: 'secret-1',
};
/** Longer than any case that advances the time. */
const TOKEN_LIFETIME_SECONDS = 100 * 86_400;

/** Start the simulator with one account, connected with all that its platform gives for refreshing. */
export async function startSimulatedServer(
  platform: Platform,
  clientSecret = CREDENTIALS.clientSecret,
): Promise<PlatformServer> {
  const simulator = await startSimulator();
  const account = ACCOUNTS[platform];
  const credentials = { ...CREDENTIALS, clientSecret };
  const hasRefreshToken = PLATFORM_TABLE[platform].token.grant === 'refresh_token';
  await simulator.register({
    platform,
    account: account.externalId,
    access_token: credentials.accessToken,
    ...(hasRefreshToken ? { refresh_token: credentials.refreshToken!, client_id: credentials.clientId! } : {}),
    ...(hasRefreshToken && clientSecret !== null ? { client_secret: clientSecret } : {}),
    expires_in: TOKEN_LIFETIME_SECONDS,
  });
  return {
    account,
    credentials,
    tokens: simulator.tokens(platform),
    connection: (deadlineMs) => simulator.connection(platform, deadlineMs),
    posts: simulator.posts,
    requests: simulator.requests,
    script: (script) => simulator.script(platform, script),
    scriptRefresh: (script) => simulator.script(platform, script, 1, { on: 'refresh' }),
    [Symbol.asyncDispose]: simulator[Symbol.asyncDispose],
  };
}
