import { describe, expect, it } from 'vitest';
import { ENTITIES, type EntityName } from '../../../lib/app/table/entity-table.ts';
import { INDEXES } from '../../../lib/core/table/schema.ts';

/** Where items are. What lies outside of the partitions of its workspace is here on purpose, with the reason. */

/** The entities whose partition key does not begin with a workspace. docs/isolation.md names the reasons. */
const OUTSIDE = {
  'is read by a secret, a code or an id alone, before the workspace is known': [
    ...(['AccessToken', 'ApiKey', 'ApiKeyUsage', 'AuthorizationCode', 'DeviceLogin', 'ExternalId'] as const),
    ...(['InboundAccount', 'InvitationToken', 'PasskeyChallenge', 'PasskeyCredential', 'SandboxPost'] as const),
  ],
  'claims posts of an account that several workspaces may have connected': ['OpenSends', 'PostClaim'],
  'is of an address, a server or a limit': ['FailedTokenRequest', 'HostLease', 'RateWindow', 'SignInRequest'],
  'outlives the workspace': ['RemovedUsage', 'WorkspaceDeletion'],
  'is of the stage': ['Heartbeat', 'OperatorIndex', 'PlatformApp', 'ReminderCheck', 'SchedulePlan', 'StageUsage'],
} satisfies Record<string, EntityName[]>;

/** The keys of indexes that list items of several workspaces, besides those of `by_due`. */
const LISTED_TOGETHER = {
  EmailReservation: ['parent_pk'],
  Event: ['status_pk', 'parent_pk'],
  Workspace: ['status_pk', 'category_pk', 'parent_pk'],
} satisfies Partial<Record<EntityName, string[]>>;

const ENTRIES = Object.entries(ENTITIES) as [EntityName, (typeof ENTITIES)[EntityName]][];

/** Return whether a key template begins with the id of a workspace, as that of the workspace itself does. */
function isOfWorkspace(entity: EntityName, key: string): boolean {
  return key.startsWith('WS#{workspace_id}#') || (entity === 'Workspace' && key === 'WS#{id}');
}

describe('the partition key of an entity', () => {
  it('begins with its workspace, but for those that are listed with the reason', () => {
    const outside = ENTRIES.filter(([entity, { pk }]) => !isOfWorkspace(entity, pk)).map(([entity]) => entity);
    expect(outside.sort()).toEqual(Object.values(OUTSIDE).flat().sort());
  });

  it('that begins with no workspace begins with a name that no other one has', () => {
    const prefixes = Object.values(OUTSIDE)
      .flat()
      .map((entity) => ENTITIES[entity].pk.split('#')[0]!);
    expect(prefixes.filter((prefix) => prefix === 'WS' || !/^[A-Z]+$/.test(prefix))).toEqual([]);
    expect(new Set(prefixes).size).toBe(prefixes.length);
  });
});

describe('the partition key of an index', () => {
  it('begins with the workspace of its items, but for lists of due items and those that are listed', () => {
    const indexKeys = Object.values(INDEXES).map(({ pk }) => pk);
    const outside = ENTRIES.flatMap(([entity, templates]) => {
      const keys = indexKeys.filter((key) => {
        const template = templates[key];
        return template !== undefined && key !== 'due_pk' && !isOfWorkspace(entity, template);
      });
      return keys.length > 0 ? [[entity, keys] as const] : [];
    });
    expect(Object.fromEntries(outside)).toEqual(LISTED_TOGETHER);
  });

  it('of due items has nothing but the kind of the items and a shard', () => {
    const keys = ENTRIES.flatMap(([, { due_pk }]) => due_pk ?? []);
    expect(keys.length).toBeGreaterThan(10);
    expect(keys.filter((key) => !/^DUE#[A-Z]+#\{shard\}$/.test(key))).toEqual([]);
  });
});
