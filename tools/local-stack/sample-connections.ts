import { operation as callback } from '../../lib/accounts/api/connect/callback.ts';
import { operation as choose } from '../../lib/accounts/api/connect/choose.ts';
import { operation as confirm } from '../../lib/accounts/api/connect/confirm.ts';
import { operation as open } from '../../lib/accounts/api/connect/open.ts';
import { SAMPLE_BROWSER_SECRET } from '../../lib/accounts/api/connect/sample-browser.ts';
import {
  bindBrowser,
  type ConnectFlow,
  newConnectFlow,
  offerAccounts,
} from '../../lib/accounts/rules/connect/connect-flow.ts';
import { setWorkspaceApp } from '../../lib/accounts/rules/connect/platform-app.ts';
import { connectFlowWrite } from '../../lib/accounts/store/connect-flows.ts';
import { workspaceAppWrite } from '../../lib/accounts/store/platform-apps.ts';
import { sampleId } from '../../lib/core/api/define-samples.ts';
import { secretHash } from '../../lib/core/crypto/bearer-secret.ts';
import type { Write } from '../../lib/core/table/commit.ts';
import type { ApiKey } from '../../lib/identity/rules/api-key.ts';
import { type EncryptSecrets, SIMULATOR_ACCOUNTS } from './simulator-accounts.ts';
import { simulatorAppWrites } from './simulator-apps.ts';

/** The organization that the sample connections offer. Its token stays valid. */
const ORGANIZATION = SIMULATOR_ACCOUNTS.find(({ platform }) => platform === 'linkedin')!;

/** Build connections to read, to select an account of (by a request and on the page) and to complete, and their apps. */
export function connectSamples(workspaceId: string, key: ApiKey, encrypt: EncryptSecrets, nowMs: number): Write[] {
  const pending = (digit: string, platform: ConnectFlow['platform'], state: string, start = `start-${digit}`) => {
    const owner = {
      id: sampleId('connect', digit),
      workspace_id: workspaceId,
      user_id: key.user_id,
      client_id: key.client_id,
    };
    const redirect_uri = 'http://127.0.0.1/v1/connect/callback';
    const pendingValues = { url: 'http://127.0.0.1/consent', values: {} };
    const encrypted_pending = encrypt(pendingValues, { connect_id: owner.id, workspace_id: workspaceId });
    const secrets = { start_hash: secretHash(start), state_hash: secretHash(state), encrypted_pending };
    const requester = { workspace: 'Sample workspace', member: 'Sample owner', email: 'owner@example.com' };
    return newConnectFlow(
      { platform, account_id: null, redirect_uri, return_url: null, end_user: null, is_headless: false, requester },
      owner,
      secrets,
      nowMs,
    );
  };
  const inBrowser = (flow: ConnectFlow) => bindBrowser(flow, secretHash(SAMPLE_BROWSER_SECRET), key.user_id);
  const selecting = (digit: string, token: string) => {
    const flow = inBrowser(pending(digit, 'linkedin', `state-${digit}`));
    const { access_token, refresh_token = null, client_id = null, client_secret = null } = ORGANIZATION;
    const secrets = { access_token, refresh_token, client_id, client_secret };
    const candidates = ['Acme Inc.', 'Acme Labs'].map((name, index) => ({
      external_id: index === 0 ? ORGANIZATION.external_id : `${ORGANIZATION.external_id}${index}`,
      name,
      server: null,
      token_expires_at: null,
      encrypted_secrets: encrypt(secrets, { connect_id: flow.id, workspace_id: workspaceId }),
    }));
    return offerAccounts(flow, candidates, secretHash(token), nowMs);
  };
  const owner = { id: sampleId('app', 0), workspace_id: workspaceId, platform: 'linkedin' as const };
  const context = { app_platform: owner.platform, workspace_id: workspaceId };
  const encrypted_secrets = encrypt({ client_secret: 'simulator-client-secret' }, context);
  const app = { client_id: 'simulator-client', encrypted_secrets, scopes: null };
  return [
    ...[
      pending('0', 'twitter', 'state-0', open.example.query.token),
      selecting('1', 'token-1'),
      selecting('2', choose.example.query.token),
      inBrowser(pending('3', 'twitter', callback.example.query.state)),
      pending('4', 'twitter', 'state-4', confirm.example.query.token),
    ].map((flow) => connectFlowWrite(null, flow)),
    ...simulatorAppWrites(encrypt, nowMs),
    workspaceAppWrite(null, setWorkspaceApp(null, owner, app, nowMs)),
  ];
}
