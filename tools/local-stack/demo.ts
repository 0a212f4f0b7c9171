import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { ROLES, type Role } from '../../lib/core/api/permission.ts';
import type { Write } from '../../lib/core/table/commit.ts';
import { keyOf } from '../../lib/core/table/schema.ts';
import { makeId } from '../../lib/core/values/id.ts';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import type { ApiKey } from '../../lib/identity/rules/api-key.ts';
import type { Member } from '../../lib/identity/rules/member.ts';
import { signInUrl } from '../../lib/identity/rules/sign-in.ts';
import { memberWrites } from '../../lib/identity/store/members.ts';
import { createSignInLink, signInLinkWrite } from '../../lib/identity/store/sign-in.ts';
import type { Platform } from '../../lib/platforms/facts/platform.ts';
import { createWorkspace } from '../cli/create-workspace.ts';
import { putItems, tableClient } from './seed.ts';
import { type EncryptSecrets, simulatorAccountWrites } from './simulator-accounts.ts';
import { simulatorAppWrites } from './simulator-apps.ts';
import type { TableInfo } from './stack-runner.ts';

/** Credentials to call the local service, as stored in `.local/credentials.json`. */
export interface Credentials {
  base_url: string;
  client_id: string;
  client_secret: string;
}

const COLLEAGUES: { name: string; email: string; role: Role }[] = [
  { name: 'Mira Olsen', email: 'mira@example.com', role: 'content_manager' },
  { name: 'Jonas Weber', email: 'jonas@example.com', role: 'analyst' },
];

/** The demo workspace: its credentials, and a URL that signs its owner in to the dashboard, once. */
export interface Demo {
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
): Promise<Demo> {
  const file = join(folder, 'credentials.json');
  const client = tableClient(table);
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Credentials) : null;
  const key = known && (await loadKey(client, table.tableName, known.client_id));
  const { credentials, owner, writes } =
    known && key
      ? { credentials: { ...known, base_url: baseUrl }, owner: ownerOf(key), writes: [] }
      : newDemo(baseUrl, encryptSecrets, real);
  const name = { workspace_id: owner.workspace_id, user_id: owner.id };
  const { token, link } = createSignInLink(name, { nowMs: Date.now(), validMs: DAY_MS });
  await putItems(client, table.tableName, [...writes, signInLinkWrite(link)]);
  writeFileSync(file, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  client.destroy();
  return { credentials, signInUrl: signInUrl(new URL(baseUrl).origin, token) };
}

async function loadKey(client: DynamoDBDocumentClient, tableName: string, clientId: string) {
  const key = { ...keyOf('ApiKey', { client_id: clientId }) };
  return (await client.send(new GetCommand({ TableName: tableName, Key: key }))).Item as ApiKey | undefined;
}

type Owner = Pick<Member, 'workspace_id' | 'id'>;

const ownerOf = ({ workspace_id, user_id: id }: ApiKey): Owner => ({ workspace_id, id });

function newDemo(
  baseUrl: string,
  encryptSecrets: EncryptSecrets,
  real: readonly Platform[],
): { credentials: Credentials; owner: Owner; writes: Write[] } {
  const nowMs = Date.now();
  const isDemo = real.length === 0;
  const names = isDemo ? { name: 'Demo', ownerName: 'Demo Owner' } : { name: 'My workspace', ownerName: 'Owner' };
  const { workspace, owner, key, clientSecret, writes } = createWorkspace(
    { ...names, plan: 'enterprise', email: 'owner@example.com' },
    nowMs,
  );
  const colleagues = (isDemo ? COLLEAGUES : []).map((person, index): Member => {
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
    ...colleagues.flatMap((member) => memberWrites(member)),
    ...simulatorAccountWrites(workspace.id, encryptSecrets, nowMs, undefined, real),
    ...simulatorAppWrites(encryptSecrets, nowMs, real),
  ];
  return {
    credentials: { base_url: baseUrl, client_id: key.client_id, client_secret: clientSecret },
    owner,
    writes: [...writes, ...further],
  };
}
