import { marshall } from '@aws-sdk/util-dynamodb';
import { counterEntity } from '../../lib/core/table/entities.ts';
import { toItem } from '../../lib/core/table/schema.ts';
import { SAMPLE_PORTAL_SESSION_TOKEN } from '../../lib/identity/api/auth/sample-session.ts';
import { readEvent } from '../../tools/local-stack/invoke-sample.ts';
import { connectSampleAccount, event, getItem, putItem, type Run, recordOf, written } from './access-requests.ts';

const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();

/**
 * Create a workspace, name it by an external id in paths and in a token request, suspend it twice, resume, delete and restore
 * it.
 */
export async function useWorkspaces(run: Run): Promise<void> {
  const { id } = await run(
    'workspaces/create',
    event('workspaces/create', { body: { name: 'Example Bakery', limits: { accounts: 9 } } }),
  );
  await run('workspaces/update', event('workspaces/update', { id: String(id), body: { external_id: 'own' } }));
  const named = { id: 'external:own' };
  await run('workspaces/get', event('workspaces/get', named));
  await run(
    'workspaces/update',
    event('workspaces/update', { ...named, body: { name: 'Another Bakery', limits: { accounts: 8 } } }),
  );
  await run('workspaces/ensure', ensureEvent('limited'));
  const counter = { workspace_id: String(id), name: 'accounts', limit_name: 'accounts', limit: 10, used: 8 };
  await run('on-table-change', recordOf(marshall(toItem(counterEntity, counter)) as never));
  const body = { scope: 'publishing', reason: 'The invoice is overdue.' };
  await run('branding/set', event('branding/set', { body: { name: 'Example' } }));
  await run('branding/delete', event('branding/delete', {}));
  const person = { display_name: 'Grace Hopper', permissions: ['content:read'] };
  await run('workspaces/create-portal-session', event('workspaces/create-portal-session', { ...named, body: person }));
  const ofPortal = {
    ...(readEvent('auth/create-session-token') as object),
    cookies: [`cis_session=${SAMPLE_PORTAL_SESSION_TOKEN}`],
  };
  await run('auth/create-session-token', ofPortal);
  await run('workspaces/suspend', event('workspaces/suspend', { ...named, body }));
  await run('workspaces/suspend', event('workspaces/suspend', { ...named, body: { ...body, reason: 'Fraud.' } }));
  await run('workspaces/resume', event('workspaces/resume', { ...named, body: {} }));
  await run('workspaces/delete', event('workspaces/delete', { ...named, query: {} }));
  await run('workspaces/deletion', event('workspaces/deletion', named));
  await run('workspaces/restore', event('workspaces/restore', { ...named, body: {} }));
  await run('workspaces/list', event('workspaces/list', { query: { external_id: 'own' } }));
  await run('workspaces/list', event('workspaces/list', { query: { status: 'suspended' } }));
  await run('workspaces/list', event('workspaces/list', { query: { label: 'europe' } }));
  const key = await run('stage-keys/create', event('stage-keys/create', { body: { name: 'A stage key' } }));
  const form = { client_id: key.client_id, client_secret: key.client_secret, grant_type: 'client_credentials' };
  const sample = event('auth/token', {}) as { headers: Record<string, string> };
  const headers = { ...sample.headers, 'content-type': 'application/json' };
  const exchange = JSON.stringify({ ...form, workspace: 'external:own' });
  await run('auth/token', { ...sample, headers, body: exchange, isBase64Encoded: false });
}

/** Delete the workspace of the sample events, with an account of X and a day to sum: in as many runs as its steps wait. */
export async function deleteWorkspace(run: Run, endpoint: string): Promise<void> {
  await connectSampleAccount(run);
  const sample = written('Account').at(-1)!.item!;
  const { id } = await run(
    'workspaces/create',
    event('workspaces/create', { body: { name: 'A bakery', external_id: 'last' } }),
  );
  await run('workspaces/delete', event('workspaces/delete', { id: String(id), query: { grace_days: '0' } }));
  const ofOther = written('WorkspaceDeletion').at(-1)!.item!;
  const workspace = sample.workspace_id!.S!;
  const key = (of: string) => ({ pk: { S: `DELETION#${of}` }, sk: { S: 'DELETION' } });
  await putItem(endpoint, { ...ofOther, ...key(workspace), id: { S: workspace } });
  const { item: day } = written('UsageDay').findLast(({ item }) => item?.workspace_id?.S === workspace)!;
  await putItem(endpoint, { ...day, groups: { L: [] }, due_at: { S: YESTERDAY } });
  for (let visit = 0; visit < 4; visit++) {
    for (const of of [String(id), workspace]) {
      const stored = await getItem(endpoint, key(of));
      await putItem(endpoint, { ...stored, due_at: { S: YESTERDAY }, due_sk: { S: YESTERDAY } });
    }
    await run('on-workspace-deletion-due', {});
    // Its external id is not free yet.
    if (visit === 0) await run('workspaces/ensure', ensureEvent('last'));
  }
}

function ensureEvent(external_id: string): unknown {
  const body = { name: 'A bakery', limits: { accounts: 7 } };
  return { ...(event('workspaces/ensure', { body }) as object), pathParameters: { external_id } };
}
