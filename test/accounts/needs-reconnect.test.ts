import { describe, expect, it } from 'vitest';
import type { Account } from '../../lib/accounts/rules/account.ts';
import { needsReconnect, postponeRefresh, startRefresh } from '../../lib/accounts/rules/account-token-lifecycle.ts';
import { accountWrite } from '../../lib/accounts/store/accounts.ts';
import { commit } from '../../lib/core/table/commit.ts';
import type { Json } from '../functions/api-harness.ts';
import { newAccount } from '../functions/resources.ts';
import { accountOn } from '../functions/simulated.ts';
import { newId, newTenant } from '../functions/tenants.ts';
import { processChanges, processStreamRecords, setupWorkers, streamRecord } from '../functions/worker-harness.ts';

const harness = setupWorkers();

const followed = () => processChanges(harness);

describe('an account', () => {
  const CREDENTIALS = { expires_in: 7200, refresh_token: 'refresh-1', client_id: 'client-1' };

  /** A connected account, its change processed, and a function that writes its next state. */
  async function connectedAccount() {
    const tenant = await newTenant();
    await newAccount(tenant, CREDENTIALS);
    await followed();
    const load = async () => (await accountOn(tenant, 'twitter'))!;
    const move = async (rule: (account: Account) => Account) => {
      const account = await load();
      await commit([accountWrite(account, rule(account))]);
      return followed();
    };
    return { tenant, load, move };
  }

  const lost = (account: Account) => needsReconnect(account, 'refresh_lost', Date.now());

  const logLines = () =>
    harness
      .logged()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Json);
  const reported = () => logLines().filter(({ message }) => message === 'account needs reconnect');
  const counted = () => logLines().filter((line) => 'AccountsNeedReconnect' in line);

  it('that needs to be connected again is logged as such, and counted once', async () => {
    const { tenant, load, move } = await connectedAccount();
    await move(lost);
    expect(reported()).toMatchObject([
      {
        level: 'ERROR',
        workspace_id: tenant.workspace.id,
        account_id: (await load()).id,
        platform: 'twitter',
        reason: 'refresh_lost',
      },
    ]);
    expect(counted()).toMatchObject([{ AccountsNeedReconnect: 1, platform: 'twitter' }]);
  });

  it('is logged without its credentials', async () => {
    const { load, move } = await connectedAccount();
    await move(lost);
    const { encrypted_secrets: encrypted } = await load();
    expect(encrypted).toBeTruthy();
    expect(JSON.stringify(reported())).not.toContain(encrypted!);
  });

  it('that needs to be connected again already is not logged again for further changes', async () => {
    const { move } = await connectedAccount();
    await move(lost);
    await move((account) => needsReconnect(account, 'token_refused', Date.now()));
    expect([reported(), counted()].map((lines) => lines.length)).toEqual([1, 1]);
  });

  it('is logged again when it was connected in between', async () => {
    const { tenant, move } = await connectedAccount();
    await move(lost);
    await newAccount(tenant, CREDENTIALS);
    await followed();
    await move(lost);
    expect([reported(), counted()].map((lines) => lines.length)).toEqual([2, 2]);
  });

  it('is logged for the change that caused it only, when a batch with later changes is redelivered', async () => {
    const { move } = await connectedAccount();
    const turned = await move(lost);
    const later = await move((account) => needsReconnect(account, 'token_refused', Date.now()));
    const before = reported().length;
    expect(await processStreamRecords([...turned, ...later])).toEqual([]);
    expect(reported().length - before).toBe(1);
  });

  it.each([
    ['is connected', (account: Account) => account],
    ['is being refreshed', (account: Account) => startRefresh(account, newId('refresh'), Date.now())],
    ['has a refresh postponed', (account: Account) => postponeRefresh(account, Date.now())],
  ])('that %s is not logged', async (_, rule) => {
    const { move } = await connectedAccount();
    await move(rule);
    expect([...reported(), ...counted()]).toEqual([]);
  });

  it.each([
    ['connected', (account: Account) => account],
    ['disconnected', lost],
  ])('that was %s and is removed is not logged', async (_, rule) => {
    const { move } = await connectedAccount();
    await move(rule);
    const before = [reported().length, counted().length];
    const [item] = harness.table.items().filter(({ entity }) => entity === 'Account');
    expect(await processStreamRecords([streamRecord(item, undefined)])).toEqual([]);
    expect([reported().length, counted().length]).toEqual(before);
  });

  it('stored before tokens were encrypted and then connected or removed is not logged', async () => {
    await connectedAccount();
    const [item] = harness.table.items().filter(({ entity }) => entity === 'Account');
    const { pk, sk, entity, schema, workspace_id, platform, external_id, created_at } = item!;
    const plain = { pk, sk, entity, schema, workspace_id, platform, external_id, created_at };
    const old = { ...plain, access_token: 'plain-token' };
    expect(await processStreamRecords([streamRecord(old, item), streamRecord(old, undefined)])).toEqual([]);
    expect([...reported(), ...counted()]).toEqual([]);
    expect(harness.logged()).not.toContain('plain-token');
  });

  it('has no timer and no message: the token refresh finds it by its time', async () => {
    const { move } = await connectedAccount();
    harness.sent();
    await move(lost);
    expect([...harness.sent(), ...harness.timers()]).toEqual([]);
  });
});
