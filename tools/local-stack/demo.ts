import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { ROLES, type Role } from '../../lib/core/api/permission.ts';
import type { Write } from '../../lib/core/table/commit.ts';
import { keyOf, type PrimaryKey } from '../../lib/core/table/schema.ts';
import { makeId } from '../../lib/core/values/id.ts';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import { apiKeyEntity } from '../../lib/identity/entities/api-keys.ts';
import { workspaceEntity } from '../../lib/identity/entities/workspaces.ts';
import type { ApiKey } from '../../lib/identity/rules/api-key.ts';
import type { Member } from '../../lib/identity/rules/member.ts';
import { signInUrl } from '../../lib/identity/rules/sign-in.ts';
import type { Workspace } from '../../lib/identity/rules/workspace.ts';
import { memberWrites } from '../../lib/identity/store/members.ts';
import { createSignInLink, signInLinkWrite } from '../../lib/identity/store/sign-in.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import { createWorkspace } from '../cli/create-workspace.ts';
import { completionWrite } from '../cli/operator-index.ts';
import { putItems, tableClient } from './seed.ts';
import { type EncryptSecrets, simulatorAccountWrites } from './simulator-accounts.ts';
import { simulatorAppWrites } from './simulator-apps.ts';
import type { TableInfo } from './stack-options.ts';

/** Credentials to call the local service, as stored in `.local/credentials.json`. */
export interface Credentials {
  base_url: string;
  client_id: string;
  client_secret: string;
}

/** The name of a workspace, and its members. */
export interface Team {
  workspaceName: string;
  owner: { name: string; email: string };
  colleagues: { name: string; email: string; role: Role }[];
}

const DEFAULT_TEAM: Team = {
  workspaceName: 'Demo',
  owner: { name: 'Demo Owner', email: 'owner@example.com' },
  colleagues: [
    { name: 'Mira Olsen', email: 'mira@example.com', role: 'content_manager' },
    { name: 'Jonas Weber', email: 'jonas@example.com', role: 'analyst' },
  ],
};

/** With real platforms. */
const OWN_TEAM: Team = {
  workspaceName: 'My workspace',
  owner: { name: 'Owner', email: 'owner@example.com' },
  colleagues: [],
};

/** The demo workspace: its name, its credentials, and a URL that signs its owner in to the dashboard, once. */
export interface Demo {
  workspaceName: string;
  credentials: Credentials;
  signInUrl: string;
}

/**
 * Create the demo workspace, unless the stored credentials are still valid, and return its credentials with a new sign-in
 * link. The credentials are written to `credentials.json` in the folder, for its owner only. With platforms that are `real`,
 * the workspace has its owner only, and the accounts of the simulated platforms.
 */
export async function ensureDemoWorkspace(
  table: TableInfo,
  encryptSecrets: EncryptSecrets,
  folder: string,
  baseUrl: string,
  real: readonly Platform[] = [],
  team: Team = real.length === 0 ? DEFAULT_TEAM : OWN_TEAM,
): Promise<Demo> {
  const file = join(folder, 'credentials.json');
  const client = tableClient(table);
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Credentials) : null;
  const load = async <T>(item: PrimaryKey) =>
    (await client.send(new GetCommand({ TableName: table.tableName, Key: { ...item } }))).Item as T | undefined;
  const key = known && (await load<ApiKey>(keyOf(apiKeyEntity, { client_id: known.client_id })));
  const workspace = key && (await load<Workspace>(keyOf(workspaceEntity, { id: key.workspace_id })));
  const { workspaceName, credentials, owner, writes } =
    known && key && workspace
      ? {
          workspaceName: workspace.name,
          credentials: { ...known, base_url: baseUrl },
          owner: { workspace_id: key.workspace_id, id: key.user_id },
          writes: [],
        }
      : newDemo(baseUrl, team, encryptSecrets, real);
  const name = { workspace_id: owner.workspace_id, user_id: owner.id };
  const { token, link } = createSignInLink(name, { nowMs: Date.now(), validMs: DAY_MS });
  await putItems(client, table.tableName, [...writes, signInLinkWrite(link)]);
  writeFileSync(file, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  client.destroy();
  return { workspaceName, credentials, signInUrl: signInUrl(new URL(baseUrl).origin, token) };
}

function newDemo(
  baseUrl: string,
  { workspaceName, owner: { email, name: ownerName }, colleagues: people }: Team,
  encryptSecrets: EncryptSecrets,
  real: readonly Platform[],
): Pick<Demo, 'workspaceName' | 'credentials'> & { owner: Pick<Member, 'workspace_id' | 'id'>; writes: Write[] } {
  const nowMs = Date.now();
  const { workspace, owner, key, clientSecret, writes } = createWorkspace(
    { name: workspaceName, plan: 'enterprise', email, ownerName },
    nowMs,
  );
  const colleagues = people.map((person, index): Member => {
    const id = makeId('user', nowMs + 1 + index, randomBytes(10));
    return {
      ...person,
      id,
      workspace_id: workspace.id,
      permissions: [...ROLES[person.role]],
      created_at: owner.created_at,
      version: 0,
    };
  });
  const further = [
    completionWrite(nowMs),
    ...colleagues.flatMap((member) => memberWrites(member)),
    ...simulatorAccountWrites(workspace.id, encryptSecrets, nowMs, undefined, real),
    ...simulatorAppWrites(encryptSecrets, nowMs, real),
  ];
  return {
    workspaceName,
    credentials: { base_url: baseUrl, client_id: key.client_id, client_secret: clientSecret },
    owner,
    writes: [...writes, ...further],
  };
}
