import { beforeEach, describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import type { Item } from '../../lib/core/table/schema.ts';
import { stage } from '../../lib/stack/stages.ts';
import { advanceTime, callApi, type Json } from '../functions/api-harness.ts';
import { approveByPasskey, newApprover, type PasskeyTeam, submit } from '../functions/passkey-approvals.ts';
import { setWorkspace } from '../functions/resources.ts';
import { sessionToken } from '../functions/sign-ins.ts';
import { connect, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, setupWorkers } from '../functions/worker-harness.ts';

/** Where the stage requires passkeys, no row of the table says otherwise. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

const posts = async () => (await platforms().posts()).length;
const requirePasskeysIn = (passkeyWorkspaces: string[] | null) => {
  process.env.SETTINGS = JSON.stringify({ ...JSON.parse(process.env.SETTINGS!), passkeyWorkspaces });
};

beforeEach(() => requirePasskeysIn(null));

/** A connected workspace in which the stage requires passkeys. */
async function requiredTenant(): Promise<Tenant> {
  const tenant = await newTenant();
  await connect(tenant, 'twitter');
  requirePasskeysIn([tenant.workspace.id]);
  return tenant;
}

/** Write to the table directly, as nothing but an intruder does. */
function writeDirectly(isTarget: (item: Item) => boolean, fields: Json): void {
  for (const item of harness.table.items().filter(isTarget)) harness.table.insert({ ...item, ...fields } as Item);
}

async function publishAll(items: Awaited<ReturnType<typeof scheduleContent>>[]) {
  advanceTime(60_000);
  for (const { dueMessage } of items) await onPublishDue(dueMessage, lambdaContext());
  return Promise.all(items.map(async ({ dueMessage }) => (await loadDueEntry(dueMessage)).error?.code ?? 'sent'));
}

describe('a workspace in which the stage requires passkeys', () => {
  it('sends none of 100 items after the rows of its settings and approvals were written directly', async () => {
    const tenant = await requiredTenant();
    await setWorkspace(tenant, { approval: 'required', approval_method: 'passkey' });
    const items = [];
    for (let count = 0; count < 100; count++) {
      const item = await scheduleContent(tenant, 'twitter', { title: `Post ${count}` });
      await submit(tenant, item.contentId);
      items.push(item);
    }
    const loosened = { approval: 'none', approval_method: 'session', version: 9 };
    writeDirectly(({ entity }) => entity === 'WorkspaceSettings', loosened);
    for (const item of harness.table.items().filter(({ entity }) => entity === 'Content')) {
      const approval = { ...(item.approval as Json), status: 'approved', decided_by: tenant.owner.id };
      writeDirectly(({ id }) => id === item.id, { approval });
    }
    expect(new Set(await publishAll(items))).toEqual(new Set(['not_approved']));
    expect(await posts()).toBe(0);
  });

  it('sends nothing without a signature while no settings are stored', async () => {
    const tenant = await requiredTenant();
    expect(await publishAll([await scheduleContent(tenant, 'twitter')])).toEqual(['not_approved']);
  });

  it('sends what a person signed', async () => {
    const tenant = await requiredTenant();
    const team: PasskeyTeam = { tenant, approver: await newApprover(tenant) };
    const item = await scheduleContent(tenant, 'twitter');
    await approveByPasskey(team, item.contentId);
    expect(await publishAll([item])).toEqual(['sent']);
    expect(await posts()).toBe(1);
  });

  it('shows the requirement, and rejects its end by an owner who has just signed in, which changes nothing', async () => {
    const tenant = await requiredTenant();
    const token = await sessionToken(tenant.owner as never);
    const shown = { approval: 'required', approval_method: 'passkey' };
    expect((await callApi('workspace.get', { token })).json).toMatchObject(shown);
    for (const [body, pointer] of [
      [{ approval: 'none' }, '/approval'],
      [{ approval_method: 'session' }, '/approval_method'],
    ] as const) {
      const { status, json } = await callApi('workspace.update', { token, body });
      expect([status, (json.errors as Json[])[0]]).toMatchObject([422, { pointer, code: 'required_by_operator' }]);
    }
    expect((await callApi('workspace.update', { token, body: { authors_may_approve: true } })).json).toMatchObject(
      shown,
    );
  });
});

describe('a workspace that the stage does not name', () => {
  it('decides itself, unless the stage names all', async () => {
    await requiredTenant();
    const other = await newTenant();
    await connect(other, 'twitter');
    const items = [await scheduleContent(other, 'twitter'), await scheduleContent(other, 'twitter', { title: 'Two' })];
    expect(await publishAll(items.slice(0, 1))).toEqual(['sent']);
    requirePasskeysIn(['*']);
    expect(await publishAll(items.slice(1))).toEqual(['not_approved']);
  });

  it.each([[[]], [['acme']], ['*'], [Array.from({ length: 21 }, () => '*')]])(
    'cannot be named as %j',
    (passkeyWorkspaces) => {
      expect(() => stage('production', 3000, { passkeyWorkspaces })).toThrow('Setting passkeyWorkspaces');
    },
  );
});
