import timers from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { connectPlatformAccount } from '../../lib/accounts/steps/connect-account.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { loadDeletion } from '../../lib/workspaces/store/workspace-deletions.ts';
import { advanceTime, type Json } from '../functions/api-harness.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { connect, currentPlatforms, setPlatforms, simulatePlatforms } from '../functions/simulated.ts';
import { newId, newStageTenant, newTenant, type Tenant } from '../functions/tenants.ts';
import { setupWorkers } from '../functions/worker-harness.ts';
import { ACCOUNTS, startCannedServer, startRejectingServer } from '../platforms/platforms.ts';
import { leftOf, MINUTE_MS, NOTHING, remove, run, runToEnd } from './deletions.ts';

/** The accounts of a workspace that is deleted, and their access at the platforms. */

setupWorkers();
const { objects, fail } = setupObjectStore();
simulatePlatforms();

let stage: Tenant;
beforeEach(async () => {
  process.env.MEDIA_BUCKET = 'media-bucket';
  stage = await newStageTenant();
  // The pauses between the attempts.
  vi.spyOn(timers, 'setTimeout').mockResolvedValue(undefined);
});

const ACCOUNT = ACCOUNTS.twitter.externalId;
const CLIENT = { client_id: 'client', client_secret: 'secret' };
const TOKENS = { access_token: 'first-access', refresh_token: 'first-refresh' };

/** A tenant with an account on X, whose tokens the platform has issued. */
async function withAccount(): Promise<Tenant> {
  const tenant = await newTenant();
  await currentPlatforms().register({ platform: 'twitter', account: ACCOUNT, ...TOKENS, ...CLIENT });
  await connect(tenant, 'twitter', TOKENS.access_token, { refresh_token: TOKENS.refresh_token, ...CLIENT });
  return tenant;
}

const revocations = async () =>
  (await currentPlatforms().requests())
    .filter(({ path }) => path.endsWith('/revoke'))
    .map(({ body, status }) => [new URLSearchParams(body ?? '').get('token'), status]);
const countsOf = ({ counts }: Json) => counts as Record<string, number>;

describe('the accounts of a workspace that is deleted', () => {
  it('lose their access at X: both tokens are revoked', async () => {
    const tenant = await withAccount();
    await remove(stage, tenant);
    const certificate = await runToEnd(tenant.workspace.id);
    expect(countsOf(certificate)).toMatchObject({ accounts: 1, accounts_not_disconnected: 0 });
    expect(await revocations()).toEqual([
      [TOKENS.refresh_token, 200],
      [TOKENS.access_token, 200],
    ]);
  });

  it('lose their access also when they are connected while the deletion runs', async () => {
    const tenant = await withAccount();
    const { id } = tenant.workspace;
    await remove(stage, tenant);
    advanceTime(5 * MINUTE_MS);
    fail('GET', '');
    await run().catch(() => {});
    expect(await loadDeletion(id)).toMatchObject({ step: 'files', counts: { accounts: 1 } });
    // A person returns from the platform, by a link from before.
    const tokens = { access_token: 'late-access', refresh_token: 'late-refresh' };
    await currentPlatforms().register({ platform: 'twitter', account: '4242', ...tokens, ...CLIENT });
    const secrets = { ...tokens, ...CLIENT };
    const input = { platform: 'twitter', external_id: '4242', secrets, expires_in_seconds: 7200 } as const;
    await commit((await connectPlatformAccount(id, input, newId('account'), Date.now())).writes);
    fail('none', '');
    const certificate = await runToEnd(id);
    expect(leftOf(tenant, objects)).toEqual(NOTHING);
    expect(countsOf(certificate)).toMatchObject({ accounts: 2, accounts_not_disconnected: 0 });
    expect((await revocations()).map(([token]) => token)).toEqual(
      expect.arrayContaining([tokens.refresh_token, tokens.access_token]),
    );
  });

  it.each([
    ['does not answer', () => startRejectingServer()],
    ['fails', async () => (await startCannedServer(500, 'Internal error')).origin],
    ['rejects the app', async () => (await startCannedServer(401, { error: 'unauthorized_client' })).origin],
  ])('are deleted when their platform %s, and the certificate says so', async (_, start) => {
    const tenant = await withAccount();
    setPlatforms(await start());
    await remove(stage, tenant);
    const certificate = await runToEnd(tenant.workspace.id);
    expect(leftOf(tenant, objects)).toEqual(NOTHING);
    expect(countsOf(certificate)).toMatchObject({ accounts: 1, accounts_not_disconnected: 1 });
  });
});
