import { ENTITIES, type EntityName } from '../../lib/app/table/entity-table.ts';
import { LIFECYCLES } from '../../lib/app/table/lifecycle-table.ts';
import { postHashOf } from '../../lib/content/rules/post/post-names.ts';
import { sha256 } from '../../lib/core/crypto/sha256.ts';
import type { Lifecycle } from '../../lib/core/table/lifecycle.ts';
import { type Item, toItem } from '../../lib/core/table/schema.ts';
import type { IdKind } from '../../lib/core/values/id.ts';
import { ID_PREFIXES } from '../../lib/core/values/id-prefixes.ts';

/** One item of every entity, for each of several workspaces. Where an item names another one, that is in its workspace. */

const AT = '2026-11-21T12:00:00.000Z';

/** The id of the one resource of a kind that a workspace of this number has. */
function idOf(kind: IdKind, number: number): string {
  return `${ID_PREFIXES[kind]}_${String(number).padStart(26, '0')}`;
}

/** The id of the workspace of a number. */
export function workspaceNumber(number: number): string {
  return idOf('workspace', number);
}

const ENTITY_NAMES = Object.keys(ENTITIES) as EntityName[];

/** The entities that others are found by. */
export const PARENTS = ENTITY_NAMES.filter((entity) => LIFECYCLES[entity].ids);

/**
 * The kinds of the ids in the keys of entities, by the name of the value: those by which the entities are found, and others.
 */
const ID_VALUES: Record<string, IdKind> = {
  ...Object.fromEntries(
    Object.values(LIFECYCLES).flatMap(({ found }) =>
      pathsIn(found).flatMap(({ id, as }) => (id && String(as).endsWith('_id') ? [[as, id]] : [])),
    ),
  ),
  ...{ workspace_id: 'workspace', member_id: 'user', created_by: 'user' },
};

function pathsIn(found: Lifecycle['found']): { id?: IdKind; as?: unknown }[] {
  return Array.isArray(found) ? found : [];
}

/** The value of a field in the keys of an entity. */
function keyValueOf(name: string, entity: EntityName, number: number): string {
  const chosen: Record<string, string> = {
    ...{
      scope: 'all',
      time: '2026-11-21',
      series: 'twitter',
      shard: '00',
      audience: 'post_failed',
      platform: 'twitter',
      day: '2026-11-21',
    },
    ...{ due_at: AT, occurred_at: AT, received_at: AT, status: 'pending', number: '1' },
  };
  const parent = name === 'id' ? LIFECYCLES[entity].ids : ID_VALUES[name];
  return parent ? idOf(parent, number) : (chosen[name] ?? `${name}-${entity}-${number}`);
}

/** What the code reads of an item besides its keys. */
function fieldsOf(entity: EntityName, number: number): Item {
  const send = { key: `text-${number}`, sent_at: AT, ended_at: null };
  const fields: { [E in EntityName]?: Item } = {
    Account: { encrypted_secrets: null },
    WorkspaceSettings: { version: 1 },
    ExternalId: { hash: sha256(`customer-${number}`) },
    Passkey: { credential_id: `credential-${number}` },
    PasskeyCredential: { hash: sha256(`credential-${number}`) },
    ScheduleEntry: {
      ...{ platform: 'linkedin', state: 'published', attempt: null, platform_post_id: `post-${number}`, url: null },
      ...{ parts: [], unconfirmed_send: { sent_at: AT, checks: 1, sends: [send] } },
    },
    PostClaim: { post_hash: postHashOf({ platform: 'linkedin', account_id: null }, `post-${number}`) },
    OpenSends: { key: send.key, sends: [send] },
    Event: { data: '{}' },
    Tombstone: { by: {} },
    AuditEntry: {
      ...{ id: `aud_${number}`, number: 1, sequence: '000000000001', action: 'created', operation: null, at: AT },
      ...{
        actor: ['service'],
        resource: ['content', idOf('content', number)],
        hash: '',
        previous_hash: '',
        digests: [],
      },
    },
  };
  return fields[entity] ?? {};
}

/** Build one item of every entity of a workspace, and the entries of its audit log for what others name. */
export function itemsOfWorkspace(number: number): Item[] {
  const items = ENTITY_NAMES.map((entity) => itemOf(entity, number));
  const logged = PARENTS.map((entity, index) => {
    const kind = LIFECYCLES[entity].ids!;
    const sequence = String(index + 2).padStart(12, '0');
    return itemOf('AuditEntry', number, { sequence, number: index + 2, resource: [kind, idOf(kind, number)] });
  });
  return [...items, ...logged];
}

function itemOf(entity: EntityName, number: number, further: Item = {}): Item {
  const names = Object.values(ENTITIES[entity]).flatMap((template: unknown) =>
    typeof template === 'string' ? [...template.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name!) : [],
  );
  const values = Object.fromEntries(names.map((name) => [name, keyValueOf(name, entity, number)]));
  return toItem(ENTITIES[entity], { ...values, ...fieldsOf(entity, number), ...further });
}
