import type { Account } from './account.ts';
import { canonical, type Hash } from './audit.ts';
import type { Content, Target } from './content.ts';
import type { Key } from './credential.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import type { Invitation } from './invitation.ts';
import type { Recovery } from './recovery.ts';
import type { Delivery } from './webhook.ts';
import type { Member, Workspace } from './workspace.ts';

/** The kinds of items whose changes the audit log tells. */
export interface AuditedRecords {
  Workspace: Workspace;
  Member: Member;
  Invitation: Invitation;
  Key: Key;
  Content: Content;
  Account: Account;
  Endpoint: WebhookEndpoint;
  Delivery: Delivery;
  Recovery: Recovery;
}

export type AuditedKind = keyof AuditedRecords;

/**
 * What a change of a field is to the audit log.
 * - `always`: told, whoever made it.
 * - `asked`: told when somebody asked for the change, and not when the service made it by itself.
 * - `hidden`: as `asked`, but only that it changed: its values are secret.
 * - `never`: not told.
 */
type Telling = 'always' | 'asked' | 'hidden' | 'never';

/** Every field of every audited record. Total: a field that is not here does not compile. */
const FIELDS: { [K in AuditedKind]: Record<keyof AuditedRecords[K], Telling> } = {
  Workspace: { id: 'never', name: 'always', plan: 'always', cursor_secret: 'never', created_at: 'never' },
  Member: {
    id: 'never',
    workspace_id: 'never',
    name: 'always',
    email: 'always',
    role: 'always',
    permissions: 'always',
    created_at: 'never',
  },
  Invitation: {
    id: 'never',
    workspace_id: 'never',
    email: 'always',
    role: 'always',
    permissions: 'always',
    status: 'always',
    invited_by: 'never',
    created_at: 'never',
    expires_at: 'always',
  },
  Key: {
    client_id: 'never',
    secret_hash: 'hidden',
    workspace_id: 'never',
    user_id: 'always',
    permissions: 'always',
    allowed_ips: 'always',
    expires_at: 'always',
    revoked_at: 'always',
    created_at: 'never',
  },
  // What became of its entries is told by its targets, so entries are not audited themselves.
  Content: {
    id: 'never',
    workspace_id: 'never',
    title: 'asked',
    description: 'asked',
    platforms: 'asked',
    media: 'asked',
    platform_options: 'asked',
    status: 'always',
    resting_status: 'never',
    scheduled_at: 'asked',
    last_scheduling: 'never',
    last_publication: 'never',
    targets: 'always',
    created_by: 'never',
    created_at: 'never',
    updated_at: 'never',
    version: 'never',
  },
  Account: {
    id: 'never',
    workspace_id: 'never',
    platform: 'asked',
    external_id: 'asked',
    status: 'always',
    reconnect_reason: 'always',
    token_expires_at: 'asked',
    is_refreshable: 'asked',
    refresh_at: 'never',
    refreshing: 'never',
    refreshed_at: 'never',
    sealed: 'hidden',
    created_at: 'never',
    updated_at: 'never',
    version: 'never',
  },
  Endpoint: {
    id: 'never',
    workspace_id: 'never',
    url: 'asked',
    events: 'asked',
    status: 'always',
    secrets: 'hidden',
    retired_secrets: 'never',
    paused_reason: 'always',
    disabled_reason: 'always',
    failing_since: 'never',
    warned_at: 'always',
    slow_since: 'never',
    created_at: 'never',
    updated_at: 'never',
    version: 'never',
  },
  // Of deliveries and recoveries only what somebody asked for: they move on by themselves all the time.
  Delivery: {
    id: 'never',
    workspace_id: 'never',
    endpoint_id: 'asked',
    event_id: 'asked',
    event_type: 'never',
    status: 'asked',
    attempts: 'never',
    attempts_before_replay: 'never',
    attempt_started: 'never',
    lease_expires_at: 'never',
    lease_id: 'never',
    next_attempt_at: 'never',
    created_at: 'never',
    version: 'never',
  },
  Recovery: {
    id: 'never',
    workspace_id: 'never',
    endpoint_id: 'asked',
    since: 'asked',
    until: 'asked',
    status: 'asked',
    cursor: 'never',
    created_at: 'never',
    version: 'never',
  },
};

export const AUDITED_KINDS = Object.keys(FIELDS) as AuditedKind[];

/** Whether changes of this kind of item are told. */
export function isAudited(kind: unknown): kind is AuditedKind {
  return typeof kind === 'string' && Object.hasOwn(FIELDS, kind);
}

/** What a field was and what it is now. A secret one is `[hidden]` where there is one, and null where not. */
export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

type Values = Record<string, unknown>;

/**
 * What a change of a record tells, or null when it is not news. `before` and `after` are null where there was
 * none; `isAsked`: somebody asked for it, and the service did not do it by itself.
 */
export function fieldChanges(
  kind: AuditedKind,
  before: object | null,
  after: object | null,
  isAsked: boolean,
  hash: Hash,
): FieldChange[] | null {
  const told = Object.entries(FIELDS[kind] as Record<string, Telling>).filter(
    ([, telling]) => telling === 'always' || (isAsked && telling !== 'never'),
  );
  const [was, is] = [valuesOf(kind, before), valuesOf(kind, after)];
  const changes = told.flatMap(([field, telling]) => {
    const values = (record: Values) =>
      field === 'targets' ? byPlatform(record) : { [field]: record[field] };
    const [from, to] = [values(was), values(is)];
    return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((name) => {
      const change = { field: name, before: from[name] ?? null, after: to[name] ?? null };
      if (canonical(change.before) === canonical(change.after)) return [];
      return shown(change, telling === 'hidden', hash);
    });
  });
  const isThere = before !== null && after !== null;
  const isNews = isThere ? changes.length > 0 : told.length > 0;
  return isNews ? changes : null;
}

const HIDDEN = '[hidden]';

function shown(change: FieldChange, isHidden: boolean, hash: Hash): FieldChange[] {
  // What is made with an empty list is made without one.
  if (change.before === null && isEmpty(change.after)) return [];
  const show = (value: unknown) => {
    if (!isHidden) return shortened(value, hash);
    return value === null || isEmpty(value) ? null : HIDDEN;
  };
  return [{ field: change.field, before: show(change.before), after: show(change.after) }];
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

// An item is claimed and put back while it is published, perhaps many times. What is told is what came of it.
const ON_ITS_WAY: Record<string, string> = { publishing: 'scheduled' };
const TARGET_ON_ITS_WAY: Record<string, string> = { publishing: 'pending' };

function valuesOf(kind: AuditedKind, record: object | null): Values {
  const values = { ...record } as Values;
  if (kind === 'Content' && record) values.status = ON_ITS_WAY[String(values.status)] ?? values.status;
  return values;
}

function byPlatform({ targets = {} }: { targets?: Content['targets'] }): Values {
  return Object.fromEntries(
    Object.entries(targets).map(([platform, target]) => [`targets.${platform}`, toldOf(target)]),
  );
}

/** Of a target what is set: it is told of for every post, so it is kept short. */
function toldOf({ status, schedule_id, scheduled_at, platform_post_id, url, error }: Target): Values {
  return {
    status: TARGET_ON_ITS_WAY[status] ?? status,
    schedule_id,
    scheduled_at,
    ...(platform_post_id === null ? {} : { platform_post_id }),
    ...(url === null ? {} : { url }),
    ...(error ? { error_code: error.code } : {}),
  };
}

const LONGEST_TEXT = 500;
const BEGINNING = 100;

/** A long text is told by its beginning, its length in characters and its SHA-256: entries stay small. */
function shortened(value: unknown, hash: Hash): unknown {
  if (Array.isArray(value)) return value.map((each) => shortened(each, hash));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner, hash)]));
  }
  if (typeof value !== 'string' || value.length <= LONGEST_TEXT) return value;
  // By characters: half of a pair would come back from the table as something else.
  const characters = [...value];
  return {
    beginning: characters.slice(0, BEGINNING).join(''),
    characters: characters.length,
    sha256: hash(value),
  };
}
