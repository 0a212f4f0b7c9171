import { newBearerSecret, secretHash } from '../../core/crypto/bearer-secret.ts';
import type { ApiError } from '../../core/problems/define-problem.ts';
import { temporarilyUnavailable } from '../../core/problems/problems.ts';
import { fieldError, notFoundError } from '../../core/problems/request-errors.ts';
import { CONNECTORS } from '../../platforms/adapters.ts';
import type { PublishError } from '../../platforms/kit/definition/publish-error.ts';
import type { AppCredentials } from '../../platforms/kit/oauth-connector.ts';
import type { Platform } from '../../platforms/platform.ts';
import { PLATFORM_TABLE } from '../../platforms/platforms.ts';
import { getAppCredentials } from '../credentials/app-credentials.ts';
import { encryptPending } from '../credentials/connect-secrets.ts';
import { connectorConnection } from '../credentials/connector-connection.ts';
import { platformAppMissing, publicUrlRequired } from '../problems.ts';
import { type ConnectFlow, newConnectFlow, type Requester } from '../rules/connect/connect-flow.ts';
import { formatConnectToken } from '../rules/connect/connect-token.ts';
import { needsHttps } from './check-app.ts';

/** Whose flow it is, and its id. */
type FlowOwner = Pick<ConnectFlow, 'id' | 'workspace_id' | 'user_id' | 'client_id'>;

/** What the caller of `POST /connect/{platform}` has chosen. */
interface ConnectionRequest {
  platform: Platform;
  /** The account to reconnect. */
  account_id: string | null;
  handle: string | undefined;
  redirect_uri: string;
  return_url: string | null;
  end_user: ConnectFlow['end_user'];
  is_headless: boolean;
  requester: Requester;
}

/**
 * Start a connection: build the URL of the consent page, the flow that keeps it, and the token of the flow's start page.
 * Throws 404 for a platform without this flow, 409 without app credentials or without the https URL that the platform
 * requires, 422 when the platform rejects the handle, and 503 when it cannot be reached.
 */
export async function startConnection(
  { handle, ...request }: ConnectionRequest,
  owner: FlowOwner,
  nowMs: number,
): Promise<{ flow: ConnectFlow; startToken: string }> {
  const { platform, redirect_uri: redirectUri } = request;
  const connector = CONNECTORS[platform];
  if (!connector) throw notFoundError();
  assertRedirectUri(platform, redirectUri);
  const app = await requireApp(owner.workspace_id, platform, redirectUri);
  const state = formatConnectToken(owner, newBearerSecret());
  const connection = connectorConnection(platform);
  const started = await connector.authorize({ app, redirectUri, state, connection, handle });
  if (started.outcome === 'failed') throw startError(started.error);
  const startToken = formatConnectToken(owner, newBearerSecret());
  const { url, pending: values } = started;
  const secrets = {
    start_hash: secretHash(startToken),
    state_hash: secretHash(state),
    encrypted_pending: await encryptPending({ url, values }, owner),
  };
  return { flow: newConnectFlow(request, owner, secrets, nowMs), startToken };
}

/** Reject a redirect URI that the platform rejects. */
function assertRedirectUri(platform: Platform, redirectUri: string): void {
  const { displayName } = PLATFORM_TABLE[platform];
  if (!needsHttps(platform, redirectUri)) return;
  throw publicUrlRequired(
    `${displayName} redirects only to https URLs. Start the local service with \`--public-url https://<host of your tunnel>\`.`,
    { extensions: { platform } },
  );
}

async function requireApp(workspaceId: string, platform: Platform, redirectUri: string): Promise<AppCredentials> {
  const app = await getAppCredentials(workspaceId, platform, redirectUri);
  if (app) return app;
  const { displayName } = PLATFORM_TABLE[platform];
  throw platformAppMissing(
    `There are no app credentials for ${displayName}. Set them with \`PUT /v1/platform-apps/${platform}\`, or ask the operator to run \`npm run platform -- set ${platform}\`.`,
    { extensions: { platform } },
  );
}

/** Convert the failure of a start: what a person can correct is the handle. */
function startError({ code, message, category }: PublishError): ApiError {
  if (category === 'account' || category === 'content') return fieldError('/handle', code, message);
  return temporarilyUnavailable(message, { headers: { 'retry-after': '5' } });
}
