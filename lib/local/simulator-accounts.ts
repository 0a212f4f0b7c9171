import type { AccountSecrets } from '../domain/account.ts';
import { connectAccount } from '../domain/account-token.ts';
import { type IdKind, makeId } from '../domain/id.ts';
import type { Platform } from '../domain/platform.ts';
import { accountWrite } from '../table/account.ts';
import type { Write } from '../table/commit.ts';

/** Encrypts the secrets of an account as the functions expect them. */
export type Seal = (secrets: AccountSecrets, owner: { workspace_id: string; platform: string }) => string;

/** Accounts at the platform simulator. Their tokens open nothing else. */
export const SIMULATOR_ACCOUNTS: { platform: Platform; external_id: string; access_token: string }[] = [
  { platform: 'twitter', external_id: '1000000001', access_token: 'simulator-x' },
  { platform: 'linkedin', external_id: 'urn:li:organization:1000000002', access_token: 'simulator-linkedin' },
  { platform: 'instagram', external_id: '1000000003', access_token: 'simulator-instagram' },
];

/** A workspace's accounts on all platforms, at the simulator. `newId` gives the id of each. */
export function simulatorAccountWrites(
  workspaceId: string,
  seal: Seal,
  nowMs: number,
  newId: (kind: IdKind, place: number) => string = randomId(nowMs),
): Write[] {
  return SIMULATOR_ACCOUNTS.map(({ platform, external_id, access_token }, place) => {
    const secrets = { access_token, refresh_token: null, client_id: null, client_secret: null };
    const sealed = seal(secrets, { workspace_id: workspaceId, platform });
    const owner = { id: newId('account', place), workspaceId, platform };
    return accountWrite(
      null,
      connectAccount(null, owner, { external_id, secrets, expires_in_seconds: null, sealed }, nowMs),
    );
  });
}

function randomId(nowMs: number) {
  return (kind: IdKind) => makeId(kind, nowMs, crypto.getRandomValues(new Uint8Array(10)));
}
