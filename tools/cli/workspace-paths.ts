import { TERM_SHARDS } from '../../lib/analytics/rules/term-bucket.ts';
import { ALL_CONTENT, ALL_SANDBOX } from '../../lib/analytics/store/metric-buckets.ts';
import { ENTITIES, type EntityName } from '../../lib/app/table/entity-table.ts';
import { entryOf } from '../../lib/audit/store/audit-log.ts';
import { openSendsOf } from '../../lib/content/rules/post-identification.ts';
import type { ConfirmedPart, ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import { postHashOf } from '../../lib/content/store/post-claims.ts';
import { sha256 } from '../../lib/core/crypto/sha256.ts';
import { type Item, keyOf, type PrimaryKey, partition, type Values } from '../../lib/core/table/schema.ts';
import { type IdKind, isId } from '../../lib/core/values/id.ts';
import { NOTIFICATION_KINDS } from '../../lib/notifications/rules/kinds.ts';
import { audienceOf } from '../../lib/notifications/rules/notification.ts';
import { PLATFORMS } from '../../lib/platforms/platform.ts';
import { parsePostUrl } from '../../lib/platforms/platforms.ts';

/** Where items of a workspace are: a partition of the table, a partition of the index `by_parent`, or one key. */
export type Place = { partition: string } | { list: string } | { key: PrimaryKey };

/** Entities of the stage, which belong to no workspace. */
// biome-ignore format: several entities per line keep the list short.
export const OF_STAGE = [
  'SignInRequest', 'FailedTokenRequest', 'HostLease', 'ReminderCheck', 'SchedulePlan', 'PlatformApp', 'Heartbeat', 'OperatorIndex',
] as const satisfies EntityName[];

/**
 * Entities that nothing finds, because an index of them would cost a write in every request that writes them. They have
 * ids only, which the audit log keeps in any case, and expire within an hour, or a day (the quota of a key).
 */
export const LEFT_TO_EXPIRE = ['AccessToken', 'PasskeyChallenge', 'RateWindow'] as const satisfies EntityName[];

type ValuesOf = (item: Item) => Values[];
/** Where the items of an entity are, by values that another item of the workspace names. */
type Path = { read: 'partition' | 'list' | 'key'; by: ValuesOf };

const inPartition = (by: ValuesOf): Path[] => [{ read: 'partition', by }];
const inList = (by: ValuesOf): Path[] => [{ read: 'list', by }];
const atKey = (by: ValuesOf): Path[] => [{ read: 'key', by }];

/** Values that do not depend on other items: the root names them. */
const always =
  (...values: Values[]): ValuesOf =>
  ({ entity }) =>
    entity === 'Workspace' ? values : [];

/** The ids of a kind, as the value of this name. */
const each =
  (kind: IdKind, name: string): ValuesOf =>
  (item) =>
    idsIn(item).flatMap((id) => (isId(kind, id) ? [{ [name]: id }] : []));

const SERIES = [...PLATFORMS, 'all'].map((series) => ({ series }));
const TERM_SERIES = SERIES.flatMap(({ series }) =>
  Array.from({ length: TERM_SHARDS }, (_, shard) => ({ series, shard: String(shard).padStart(2, '0') })),
);

/** The paths to every entity that has more than one partition in a workspace. */
const PATHS: { [E in EntityName]?: Path[] } = {
  Workspace: atKey(each('workspace', 'id')),
  InvitationToken: inList(always({})),
  ApiKey: [...inList(always({})), ...atKey(each('key', 'client_id'))],
  ApiKeyUsage: atKey(each('key', 'client_id')),
  SignInLink: inPartition(each('user', 'user_id')),
  Passkey: inPartition(each('user', 'user_id')),
  PasskeyCredential: atKey(credentialIn),
  AuthorizationCode: inList(always({})),
  DeviceLogin: inList(always({})),
  ContentVersion: inPartition(each('content', 'content_id')),
  ReviewComment: inPartition(each('content', 'content_id')),
  ReviewLink: inPartition(each('content', 'content_id')),
  RecurrenceOccurrence: inPartition(each('recurrence', 'recurrence_id')),
  Delivery: inPartition(each('endpoint', 'endpoint_id')),
  InboundAccount: atKey(each('account', 'account_id')),
  PostClaim: atKey(claimsIn),
  OpenSends: atKey(openSendsIn),
  SandboxPost: inList(each('account', 'account_id')),
  InboundBatch: inList(always({})),
  OrphanComment: inList(always({})),
  Bucket: [
    ...inPartition(always({ scope: ALL_CONTENT }, { scope: ALL_SANDBOX })),
    ...inPartition(each('account', 'scope')),
  ],
  // Every sum of an item is in the sum of all items, or of all sandbox accounts, of the same time.
  ContentBucket: inPartition(({ entity, sk }) => (entity === 'Bucket' ? [{ time: sk }] : [])),
  TermBucket: inPartition(always(...TERM_SERIES)),
  DailyTextCount: inPartition(always(...SERIES)),
  PostTerms: inPartition(always(...SERIES)),
  Notification: [...inPartition(always(...audiencesOf(null))), ...inPartition(audiencesIn)],
  ImportRow: inPartition(each('import', 'import_id')),
};

const OWN_ENTITIES = (Object.keys(ENTITIES) as EntityName[]).filter((entity) =>
  /^WS#\{workspace_id\}[^{]*$/.test(ENTITIES[entity].pk),
);
const ALL_PATHS = [
  ...OWN_ENTITIES.map((entity) => ({ entity, ...inPartition(always({}))[0]! })),
  ...(Object.keys(PATHS) as EntityName[]).flatMap((entity) => PATHS[entity]!.map((path) => ({ entity, ...path }))),
];

/** Return the item that names where the others begin. The workspace itself may be deleted. */
export function rootOf(workspaceId: string): Item {
  return { entity: 'Workspace', id: workspaceId };
}

/** List the places of further items of a workspace that one of its items names. */
export function placesNamedBy(item: Item, workspace_id: string): Place[] {
  return ALL_PATHS.flatMap(({ entity, read, by }) =>
    by(item).map((values): Place => {
      const all = { workspace_id, ...values };
      if (read === 'key') return { key: keyOf(ENTITIES[entity], all) };
      return read === 'list'
        ? { list: partition(ENTITIES[entity], 'parent_pk', all) }
        : { partition: partition(ENTITIES[entity], 'pk', all) };
    }),
  );
}

/**
 * List the ids of which other items may be the parts. The audit log has those of everything that was deleted, and a
 * tombstone has them until the log does.
 */
function idsIn(item: Item): string[] {
  if (item.entity === 'AuditEntry') return [entryOf(item).resource.id];
  return [item.entity === 'ApiKey' ? item.client_id : item.id, item.removed_id].filter((id) => typeof id === 'string');
}

function audiencesOf(user_id: string | null): Values[] {
  return NOTIFICATION_KINDS.map((kind) => ({ audience: audienceOf({ kind, user_id }) }));
}

function audiencesIn(item: Item): Values[] {
  return each('user', 'user_id')(item).flatMap(({ user_id }) => audiencesOf(String(user_id)));
}

function credentialIn({ entity, credential_id }: Item): Values[] {
  return entity === 'Passkey' ? [{ hash: sha256(String(credential_id)) }] : [];
}

function openSendsIn(item: Item): Values[] {
  if (item.entity !== 'ScheduleEntry') return [];
  const sends = openSendsOf(item as unknown as ScheduleEntry);
  return sends.map(({ key }) => ({ key, content_id: item.content_id }));
}

/** List the claims of the posts of an entry, and of those that the service knows from its changes. */
function claimsIn(item: Item): Values[] {
  const { entity, platform, account_id = null, parts = [] } = item as unknown as ScheduleEntry & Item;
  if (entity !== 'ScheduleEntry' && entity !== 'PublishedPost') return [];
  const posts = [item, ...parts] as Pick<ConfirmedPart, 'platform_post_id' | 'url'>[];
  const names = posts.flatMap(({ platform_post_id, url }) => {
    // Which part of a thread has the URL decides how it is read, and the item that says so may be deleted.
    const kinds = url ? (['post', 'reply', 'comment'] as const) : [];
    return [platform_post_id, ...kinds.map((kind) => parsePostUrl(platform, url!, kind)?.name)];
  });
  const named = new Set(names.filter((name) => name != null));
  return [...named].map((name) => ({ post_hash: postHashOf({ platform, account_id }, name) }));
}
