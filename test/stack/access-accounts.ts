import { setTimeout as sleep } from 'node:timers/promises';
import { SIMULATED_APP } from '../../lib/platforms/kit/simulator/simulated-platform.ts';
import { MEMBER } from '../../lib/platforms/linkedin/simulator/organizations.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import { readEvent } from '../../tools/local-stack/invoke-sample.ts';
import { SAMPLE_STAGE_TOKEN, SAMPLE_TOKEN } from '../../tools/local-stack/sample-token.ts';
import { SIMULATOR_ACCOUNTS } from '../../tools/local-stack/simulator-accounts.ts';
import { createAuthenticator } from '../../tools/simulator/passkey-authenticator.ts';
import { type Asked, event, putItem, type Run, recordOf, visit, withToken, written } from './access-requests.ts';

/** Connect accounts again with tokens that expire at once, so that their next use refreshes them. */
export async function endSoon(run: Run, ...platforms: Platform[]): Promise<void> {
  for (const account of SIMULATOR_ACCOUNTS.filter(({ platform }) => platforms.includes(platform))) {
    await run('accounts/create', event('accounts/create', { body: { ...account, expires_in: 1 } }));
  }
  await sleep(1_100);
}

type SampleAccount = (typeof SIMULATOR_ACCOUNTS)[number];

/** Add a passkey to the sample session, sign in with it, and delete it. */
export async function signInWithPasskey(run: Run): Promise<void> {
  const authenticator = createAuthenticator('http://127.0.0.1');
  const optionsOf = async (name: string) => (await run(name, readEvent(name))).options as Record<string, unknown>;
  const send = (name: string, credential: object) =>
    run(name, event(name, { body: { ...(name === 'auth/create-passkey' && { name: 'Laptop' }), credential } }));
  const created = authenticator.create(await optionsOf('auth/create-passkey-options'));
  const { id } = await send('auth/create-passkey', created);
  await send('auth/sign-in-with-passkey', authenticator.get(await optionsOf('auth/create-sign-in-options')));
  await approveByPasskey(run, authenticator);
  await run('auth/list-passkeys', readEvent('auth/list-passkeys'));
  await run('auth/delete-passkey', event('auth/delete-passkey', { id: String(id) }));
}

/** Approve the sample item for signed approvals with a passkey of the sample session. */
async function approveByPasskey(run: Run, authenticator: ReturnType<typeof createAuthenticator>): Promise<void> {
  const asked = readEvent('content/get-approval-statement') as Asked & { pathParameters: { id: string } };
  // An API key, which cannot sign.
  await run('content/get-approval-statement', withToken(asked, SAMPLE_TOKEN));
  const { statement, options } = await run('content/get-approval-statement', asked);
  const { content_hash } = JSON.parse(String(statement));
  const passkey = { statement, credential: authenticator.get(options as Record<string, unknown>) };
  const approval = event('content/approve', { id: asked.pathParameters.id, body: { content_hash, passkey } }) as Asked;
  await run('content/approve', { ...approval, headers: { ...approval.headers, ...asked.headers } });
}

/** Connect accounts through the consent pages: one again by an app of the workspace, and one of several. */
export async function completeConnections(run: Run, url: string): Promise<void> {
  const app = { client_id: SIMULATED_APP.clientId, client_secret: SIMULATED_APP.clientSecret };
  await run('platform-apps/set', event('platform-apps/set', { body: app }));
  const checked = readEvent('platform-apps/check') as object;
  await run('platform-apps/check', checked);
  // With the app of the stage.
  await run('platform-apps/check', { ...checked, pathParameters: { platform: 'instagram' } });
  const twitter = SIMULATOR_ACCOUNTS.find(({ platform }) => platform === 'twitter')!;
  const { id: account_id } = await run('accounts/create', event('accounts/create', { body: connectable(twitter) }));
  const appPassword = { platform: 'bluesky', external_id: 'acme.test', app_password: 'abcd-efgh-ijkl-mnop' };
  await run('accounts/create', event('accounts/create', { body: appPassword }));
  const { access_token: ofSession } = await run('auth/create-session-token', readEvent('auth/create-session-token'));
  const session = (readEvent('auth/create-session-token') as { cookies: string[] }).cookies;
  const flows = [
    { platform: 'twitter', account: twitter.external_id, body: { account_id }, token: ofSession },
    { platform: 'twitter', account: twitter.external_id, body: {}, isNew: true },
    { platform: 'linkedin', account: MEMBER.id, body: {} },
    { platform: 'linkedin', account: MEMBER.id, body: {}, isSelectedOnPage: true },
    { platform: 'linkedin', account: MEMBER.id, body: {}, isSelectedOnPage: true, token: ofSession },
  ];
  const other = { platform: 'twitter', external_id: '1000000008', access_token: 'of-the-other' };
  const halts = [
    await haltAndDelete(run, other),
    await haltAndDelete(run, { platform: 'linkedin', external_id: MEMBER.id }),
    await haltAndDelete(run, { platform: 'linkedin', external_id: ORGANIZATION }),
  ];
  const { id: again } = await run('accounts/create', event('accounts/create', { body: other }));
  await run('accounts/delete', event('accounts/delete', { id: String(again) }));
  for (const { platform, account, body, isNew, isSelectedOnPage, token: bearer } of flows) {
    if (isNew) halts.push(await haltAndDelete(run, connectable(twitter)));
    const requested = event('connect/create', { body }) as { requestContext: object; headers: Record<string, string> };
    const sample = bearer ? withToken(requested, String(bearer)) : requested;
    const requestContext = { ...sample.requestContext, domainName: new URL(url).host };
    const started = { ...sample, requestContext, pathParameters: { id_or_platform: platform } };
    const { id, url: startUrl } = await run('connect/create', started);
    const start = { token: new URL(String(startUrl)).searchParams.get('token')! };
    await run('connect/open', event('connect/open', { query: start }));
    await run('connect/confirm', { ...(event('connect/confirm', { query: start }) as object), cookies: session });
    const { url: consentUrl, cookie } = visit;
    const inBrowser = (name: string, query: Record<string, string>) =>
      run(name, { ...(event(name, { query }) as object), cookies: [cookie] });
    const consent = { method: 'POST', body: new URLSearchParams({ decision: 'allow', account }) };
    const { headers } = await fetch(consentUrl, { ...consent, redirect: 'manual' });
    const query = Object.fromEntries(new URL(headers.get('location')!).searchParams);
    await inBrowser('connect/callback', query);
    // The member and an organization that are not connected yet.
    if (isSelectedOnPage) {
      const token = new URL(visit.location, 'https://example.com').searchParams.get('token')!;
      await inBrowser('connect/submit-choice', { token, external_id: MEMBER.id });
    } else if (platform === 'linkedin') {
      const body = { external_id: ORGANIZATION };
      await run('connect/select', event('connect/select', { id: String(id), body }));
    }
    const { pathParameters: _, ...asked } = event('connect/get', {}) as { pathParameters: object };
    await run('connect/get', { ...asked, pathParameters: { id_or_platform: id } });
  }
  await openHeadless(run, url);
  for (const id of halts) await run('halts/delete', event('halts/delete', { id }));
}

/** Open a headless connection, which a stage key has requested. */
async function openHeadless(run: Run, url: string): Promise<void> {
  const body = { headless: true, return_url: 'https://app.example.com/' };
  const asked = withToken(event('connect/create', { body }) as Asked & { requestContext: object }, SAMPLE_STAGE_TOKEN);
  const requestContext = { ...asked.requestContext, domainName: new URL(url).host };
  const headers = { ...asked.headers, workspace: 'ws_01K00000000000000000000000' };
  const { url: link } = await run('connect/create', { ...asked, headers, requestContext });
  await run(
    'connect/open',
    event('connect/open', { query: { token: new URL(String(link)).searchParams.get('token')! } }),
  );
}

const ORGANIZATION = 'urn:li:organization:1000000012';

/** Connect an account, halt it, and delete it: the halt stops it again once it is connected. Returns the id of the halt. */
async function haltAndDelete(run: Run, account: object): Promise<string> {
  const body = { access_token: 'of-a-halted-account', ...account };
  const { id: connected } = await run('accounts/create', event('accounts/create', { body }));
  const halt = { scope: { account: connected }, reason: 'A wrong campaign.' };
  const { id } = await run('halts/create', event('halts/create', { body: halt }));
  await run('accounts/delete', event('accounts/delete', { id: String(connected) }));
  return String(id);
}

/** Make a second account the default, list by it, schedule an item with it, and remove it: a sweep continues the removal. */
export async function removeOneOfTwo(run: Run, endpoint: string): Promise<void> {
  const other = { platform: 'twitter', external_id: '1000000009', access_token: 'of-the-other' };
  const { id: account } = await run('accounts/create', event('accounts/create', { body: other }));
  const account_id = String(account);
  await run('accounts/update', event('accounts/update', { id: account_id, body: { is_default: true } }));
  const draft = { title: 'Of the other account', accounts: [account_id], platforms: ['linkedin', 'twitter'] };
  const { id: content_id } = await run('content/create', event('content/create', { body: draft }));
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
  await run(
    'schedule/create',
    event('schedule/create', { body: { content_id, accounts: [account_id], scheduled_at } }),
  );
  await run('content/list', event('content/list', { query: { account_id } }));
  await run('schedule/list', event('schedule/list', { query: { account_id } }));
  const measured = written('PostMetrics').at(-1)?.item?.account_id?.S ?? 'acc_01K00000000000000000000000';
  await run('analytics/best-times', event('analytics/best-times', { query: { account_id: measured } }));
  const found = written('Account').findLast(({ item }) => item?.id?.S === account_id)!.item!;
  await putItem(endpoint, { ...found, metrics_budget_used_up_at: { S: new Date().toISOString() } });
  await run('analytics/performance', event('analytics/performance', { query: { account_id } }));
  await run('accounts/delete', event('accounts/delete', { id: account_id }));
  await run('on-table-change', recordOf(written('AccountRemoval').at(-1)!.item!));
  const removal = written('AccountRemoval').at(-1)!.item!;
  await putItem(endpoint, {
    ...removal,
    status: { S: 'running' },
    due_at: { S: '2020-01-01T00:00:00.000Z' },
    due_pk: written('AccountRemoval')[0]!.item!.due_pk!,
    due_sk: { S: '2020-01-01T00:00:00.000Z' },
  });
}

/** The fields of a sample account that a request may send. */
function connectable({ access_token, refresh_token, client_id, client_secret, external_id, platform }: SampleAccount) {
  return { access_token, refresh_token, client_id, client_secret, external_id, platform };
}

/** Revoke an API key with a token that has fewer permissions than it. */
export async function revokeByLesser(run: Run): Promise<void> {
  const exchange = readEvent('auth/token') as { body: string; isBase64Encoded: boolean };
  const form = String(Buffer.from(exchange.body, exchange.isBase64Encoded ? 'base64' : 'utf8'));
  const scoped = { ...exchange, isBase64Encoded: false, body: `${form}&scope=keys%3Awrite` };
  const { access_token } = await run('auth/token', scoped);
  const { id } = await run('keys/create', event('keys/create', { body: { name: 'Another key' } }));
  const sample = event('keys/delete', { id: String(id) }) as { headers: Record<string, string> };
  const headers = { ...sample.headers, authorization: `Bearer ${access_token}` };
  await run('keys/delete', { ...sample, headers });
}

/** Invoke the stream worker with an account that has lost its token. */
export async function loseAccount(run: Run): Promise<void> {
  await run('on-table-change', recordOf({ ...written('Account')[0]!.item!, status: { S: 'needs_reconnect' } }));
}

export function wrongSecret({ body, isBase64Encoded }: { body: string; isBase64Encoded: boolean }): string {
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString() : body;
  return text.replace(/(secret[^A-Za-z0-9]+)[A-Za-z0-9_-]+/, '$1wrong');
}
