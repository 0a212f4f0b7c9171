import { type Entity as DeclaredEntity, defineEntity } from './define-entity.ts';

/**
 * Entity types of the single table: how each key is built from fields, and which indexes list the item.
 * `{name}` is a field of the record or an extra value given to `toItem`. `docs/table.md` documents this map, and a test
 * compares the two.
 * - `by_status`: lists by status, in the order of the API.
 * - `by_category`: lists by account or event type, and by status where the item has one. Keys only.
 * - `by_parent`: lists by the resource that owns the item. Keys only. Operator commands find by it the workspaces, spread
 *   over shards, and the items of a workspace whose keys do not follow from other items.
 * - `by_due`: sparse; work that has a due time, spread over shards. Keys only.
 * `list_sk` is the position in the three lists: each of them has the order of the API.
 */
// biome-ignore format: one line per index is what makes it a table.
export const ENTITIES = {
  Workspace: { pk: 'WS#{id}', sk: 'WORKSPACE', parent_pk: 'WORKSPACES#{shard}', list_sk: '{id}' },
  WorkspaceSettings: { pk: 'WS#{workspace_id}#SETTINGS', sk: 'SETTINGS' },
  Member: { pk: 'WS#{workspace_id}#MEMBER', sk: '{id}' },
  EmailReservation: {
    pk: 'WS#{workspace_id}#EMAIL', sk: '{email_hash}',
    parent_pk: 'EMAIL#{email_hash}', list_sk: '{member_id}#{workspace_id}',
  },
  Invitation: {
    pk: 'WS#{workspace_id}#INVITATION', sk: '{id}',
    status_pk: 'WS#{workspace_id}#INVITATION#{status}', list_sk: '{expires_at}#{id}',
  },
  InvitationToken: {
    pk: 'INVITATIONTOKEN#{hash}', sk: 'INVITATIONTOKEN',
    parent_pk: 'WS#{workspace_id}#INVITATIONTOKENS', list_sk: '{hash}',
  },
  EmailCount: { pk: 'WS#{workspace_id}#EMAILCOUNT', sk: '{day}#{counter}' },
  ApiKey: { pk: 'KEY#{client_id}', sk: 'KEY', parent_pk: 'WS#{workspace_id}#KEYS', list_sk: '{id}' },
  ApiKeyUsage: { pk: 'APIKEYUSAGE#{client_id}', sk: 'APIKEYUSAGE' },
  AgentUsage: { pk: 'WS#{workspace_id}#AGENTUSAGE', sk: '{client_id}#{day}#{budget}' },
  FailedTokenRequest: { pk: 'FAILEDTOKENREQUEST#{source}', sk: '{minute}' },
  AccessToken: { pk: 'TOKEN#{hash}', sk: 'TOKEN' },
  SignInRequest: { pk: 'SIGNINREQUEST#{id}', sk: 'SIGNINREQUEST' },
  SignInLink: { pk: 'WS#{workspace_id}#SIGNINLINK#{user_id}', sk: '{hash}' },
  Session: {
    pk: 'WS#{workspace_id}#SESSION', sk: '{id}',
    parent_pk: 'WS#{workspace_id}#SESSIONS#{user_id}', list_sk: '{id}',
  },
  Passkey: { pk: 'WS#{workspace_id}#PASSKEY#{user_id}', sk: '{id}' },
  PasskeyCredential: { pk: 'PASSKEYCREDENTIAL#{hash}', sk: 'PASSKEYCREDENTIAL' },
  PasskeyChallenge: { pk: 'PASSKEYCHALLENGE#{hash}', sk: 'PASSKEYCHALLENGE' },
  AuthorizationCode: {
    pk: 'AUTHORIZATIONCODE#{hash}', sk: 'AUTHORIZATIONCODE',
    parent_pk: 'WS#{workspace_id}#AUTHORIZATIONCODES', list_sk: '{hash}',
  },
  DeviceLogin: {
    pk: 'DEVICELOGIN#{user_code}', sk: 'DEVICELOGIN',
    parent_pk: 'WS#{workspace_id}#DEVICELOGINS', list_sk: '{user_code}',
  },
  RateWindow: { pk: 'RATE#{subject_id}', sk: '{window}' },
  Idempotency: { pk: 'WS#{workspace_id}#IDEMPOTENCY', sk: '{operation}#{key_hash}' },
  HostLease: { pk: 'HOSTLEASE#{host}', sk: '{operation}#{slot}' },
  SlowHost: { pk: 'WS#{workspace_id}#SLOWHOST', sk: '{host}' },
  InFlightRequest: { pk: 'WS#{workspace_id}#INFLIGHT', sk: '{operation}#{slot}' },
  Content: {
    pk: 'WS#{workspace_id}#CONTENT', sk: '{id}',
    status_pk: 'WS#{workspace_id}#CONTENT#{status}#{platform}', list_sk: '{id}',
    category_pk: 'WS#{workspace_id}#CONTENT#{status}#{account_id}',
    parent_pk: 'WS#{workspace_id}#CONTENTS#{platform}',
  },
  ContentTarget: {
    pk: 'WS#{workspace_id}#CONTENTTARGET', sk: '{content_id}#{position}',
    status_pk: 'WS#{workspace_id}#CONTENTTARGET#{status}#{platform}', list_sk: '{content_id}',
    category_pk: 'WS#{workspace_id}#CONTENT#{status}#{account_id}',
    parent_pk: 'WS#{workspace_id}#CONTENTTARGETS#{platform}',
  },
  Label: { pk: 'WS#{workspace_id}#LABEL', sk: '{id}' },
  LabelName: { pk: 'WS#{workspace_id}#LABELNAME', sk: '{kind}#{name_hash}' },
  ContentLabel: { pk: 'WS#{workspace_id}#CONTENTLABEL', sk: '{label_id}#{content_id}' },
  SearchDocument: { pk: 'WS#{workspace_id}#SEARCHDOCUMENT', sk: '{content_id}' },
  SearchTerm: { pk: 'WS#{workspace_id}#SEARCHTERM', sk: '{term}#{position}' },
  ContentClaim: { pk: 'WS#{workspace_id}#CONTENTCLAIM', sk: '{hash}' },
  LinkRules: { pk: 'WS#{workspace_id}#LINKRULES', sk: 'LINKRULES' },
  ContentVersion: { pk: 'WS#{workspace_id}#CONTENTVERSION#{content_id}', sk: '{slot}' },
  ReviewComment: { pk: 'WS#{workspace_id}#REVIEWCOMMENT#{content_id}', sk: '{id}' },
  ReviewLink: {
    pk: 'WS#{workspace_id}#REVIEWLINK#{content_id}', sk: '{id}',
    parent_pk: 'WS#{workspace_id}#REVIEWLINKS#{created_by}', list_sk: '{id}',
  },
  ApprovalReminder: { pk: 'WS#{workspace_id}#APPROVALREMINDER', sk: '{content_id}#{due_at}#{lead}' },
  ReminderCheck: { pk: 'REMINDERCHECK', sk: 'REMINDERCHECK' },
  SentEmail: { pk: 'WS#{workspace_id}#SENTEMAIL', sk: '{id}' },
  ScheduleEntry: {
    pk: 'WS#{workspace_id}#ENTRY', sk: '{id}',
    status_pk: 'WS#{workspace_id}#ENTRY#{status}#{platform}', list_sk: '{scheduled_at}#{id}',
    category_pk: 'WS#{workspace_id}#ENTRY#{status}#{account_id}',
    parent_pk: 'WS#{workspace_id}#ENTRIES#{content_id}',
    due_pk: 'DUE#ENTRY#{shard}', due_sk: '{due_at}',
  },
  Queue: { pk: 'WS#{workspace_id}#QUEUE', sk: '{id}' },
  QueueName: { pk: 'WS#{workspace_id}#QUEUENAME', sk: '{name_hash}' },
  Recurrence: { pk: 'WS#{workspace_id}#RECURRENCE', sk: '{id}', due_pk: 'DUE#RECURRENCE#{shard}', due_sk: '{due_at}' },
  RecurrenceOccurrence: { pk: 'WS#{workspace_id}#RECURRENCEOCCURRENCE#{recurrence_id}', sk: '{date}' },
  MediaAsset: { pk: 'WS#{workspace_id}#MEDIA', sk: '{id}', due_pk: 'DUE#MEDIA#{shard}', due_sk: '{expires_at}' },
  MediaDeletion: { pk: 'WS#{workspace_id}#MEDIADELETION', sk: '{media_id}' },
  Template: {
    pk: 'WS#{workspace_id}#TEMPLATE', sk: '{id}',
    category_pk: 'WS#{workspace_id}#TEMPLATE#{kind}', list_sk: '{id}',
  },
  TemplateName: { pk: 'WS#{workspace_id}#TEMPLATENAME', sk: '{name_hash}' },
  Halt: { pk: 'WS#{workspace_id}#HALT', sk: '{id}' },
  ReleaseTimes: { pk: 'WS#{workspace_id}#RELEASETIMES', sk: 'RELEASETIMES' },
  HaltRelease: { pk: 'WS#{workspace_id}#HALTRELEASE', sk: '{id}', due_pk: 'DUE#HALTRELEASE#{shard}', due_sk: '{due_at}' },
  SchedulePlan: { pk: 'SCHEDULEPLAN', sk: 'SCHEDULEPLAN' },
  Counter: { pk: 'WS#{workspace_id}#COUNT', sk: '{name}' },
  Endpoint: { pk: 'WS#{workspace_id}#ENDPOINT', sk: '{id}' },
  EndpointUrlReservation: { pk: 'WS#{workspace_id}#ENDPOINTURL', sk: '{url_hash}' },
  Event: {
    pk: 'WS#{workspace_id}#EVENT', sk: '{id}',
    category_pk: 'WS#{workspace_id}#EVENT#{type}', list_sk: '{id}',
  },
  Delivery: {
    pk: 'WS#{workspace_id}#DELIVERY#{endpoint_id}', sk: '{id}',
    status_pk: 'WS#{workspace_id}#DELIVERY#{endpoint_id}#{status}', list_sk: '{id}',
    category_pk: 'WS#{workspace_id}#DELIVERY#{endpoint_id}#{status}#{event_type}',
    due_pk: 'DUE#DELIVERY#{shard}', due_sk: '{due_at}',
  },
  Recovery: { pk: 'WS#{workspace_id}#RECOVERY', sk: '{id}', due_pk: 'DUE#RECOVERY#{shard}', due_sk: '{due_at}' },
  Account: { pk: 'WS#{workspace_id}#ACCOUNT', sk: '{id}', due_pk: 'DUE#ACCOUNT#{shard}', due_sk: '{refresh_at}' },
  AccountReservation: { pk: 'WS#{workspace_id}#ACCOUNTRESERVATION', sk: '{platform}#{external_id_hash}' },
  AccountRemoval: {
    pk: 'WS#{workspace_id}#ACCOUNTREMOVAL', sk: '{account_id}',
    due_pk: 'DUE#ACCOUNTREMOVAL#{shard}', due_sk: '{due_at}',
  },
  DefaultAccount: { pk: 'WS#{workspace_id}#DEFAULTACCOUNT', sk: '{platform}' },
  ConnectFlow: { pk: 'WS#{workspace_id}#CONNECT', sk: '{id}' },
  PlatformApp: { pk: 'PLATFORMAPP', sk: '{platform}' },
  WorkspaceApp: { pk: 'WS#{workspace_id}#APP', sk: '{platform}' },
  PublishLimit: { pk: 'WS#{workspace_id}#PUBLISHLIMIT', sk: '{account_id}' },
  MetricsSpending: { pk: 'WS#{workspace_id}#METRICSSPENDING', sk: '{account_id}#{month}' },
  InboundAccount: { pk: 'INBOUND#{account_id}', sk: 'INBOUND' },
  PostMetrics: {
    pk: 'WS#{workspace_id}#POSTMETRICS', sk: '{id}',
    parent_pk: 'WS#{workspace_id}#POSTMETRICS#{account_id}', list_sk: '{id}',
    due_pk: 'DUE#POSTMETRICS#{shard}', due_sk: '{due_at}',
  },
  PostClaim: { pk: 'POSTCLAIM#{post_hash}', sk: 'POSTCLAIM' },
  OpenSends: { pk: 'OPENSENDS#{key}', sk: '{content_id}' },
  SandboxPost: {
    pk: 'SANDBOXPOST#{id}', sk: 'SANDBOXPOST',
    parent_pk: 'WS#{workspace_id}#SANDBOXPOSTS#{account_id}', list_sk: '{id}',
  },
  PublishedPost: { pk: 'WS#{workspace_id}#POST', sk: '{platform}#{post_hash}' },
  InboundBatch: {
    pk: 'WS#{workspace_id}#INBOUNDBATCH#{webhook_hash}', sk: '{number}',
    parent_pk: 'WS#{workspace_id}#INBOUNDBATCHES', list_sk: '{received_at}',
  },
  OrphanComment: {
    pk: 'WS#{workspace_id}#ORPHANCOMMENT#{post_hash}', sk: '{comment_hash}',
    parent_pk: 'WS#{workspace_id}#ORPHANCOMMENTS', list_sk: '{occurred_at}',
  },
  Engagement: {
    pk: 'WS#{workspace_id}#ENGAGEMENT', sk: '{engagement_hash}',
    due_pk: 'DUE#ENGAGEMENT#{shard}', due_sk: '{due_at}',
  },
  EngagementWindow: {
    pk: 'WS#{workspace_id}#ENGAGEMENTWINDOW', sk: '{since}#{content_id}#{target}',
    due_pk: 'DUE#ENGAGEMENTWINDOW#{shard}', due_sk: '{due_at}',
  },
  Bucket: { pk: 'WS#{workspace_id}#BUCKET#{scope}', sk: '{time}' },
  ContentBucket: { pk: 'WS#{workspace_id}#CONTENTBUCKET#{time}', sk: '{content_id}' },
  TermBucket: { pk: 'WS#{workspace_id}#TERMBUCKET#{series}#{shard}', sk: '{since}' },
  DailyTextCount: { pk: 'WS#{workspace_id}#DAILYTEXTCOUNT#{series}', sk: '{day}' },
  PostTerms: { pk: 'WS#{workspace_id}#POSTTERMS#{series}', sk: '{content_id}' },
  Tombstone: { pk: 'WS#{workspace_id}#TOMBSTONE', sk: '{removed_id}' },
  AuditEntry: { pk: 'WS#{workspace_id}#AUDIT', sk: '{sequence}' },
  AuditClaim: { pk: 'WS#{workspace_id}#AUDITCLAIM', sk: '{change}' },
  AuditHead: { pk: 'WS#{workspace_id}#AUDITHEAD', sk: 'HEAD' },
  Notification: { pk: 'WS#{workspace_id}#NOTIFICATION#{audience}', sk: '{id}' },
  UnsentNotification: { pk: 'WS#{workspace_id}#UNSENTNOTIFICATION', sk: '{id}' },
  NotificationDigest: { pk: 'WS#{workspace_id}#NOTIFICATIONDIGEST', sk: '{id}' },
  NotificationTask: {
    pk: 'WS#{workspace_id}#NOTIFICATIONTASK', sk: '{id}',
    due_pk: 'DUE#NOTIFICATIONTASK#{shard}', due_sk: '{due_at}',
  },
  NotificationSettings: { pk: 'WS#{workspace_id}#NOTIFICATIONSETTINGS', sk: '{user_id}' },
  CalendarFeed: { pk: 'WS#{workspace_id}#CALENDARFEED', sk: '{id}' },
  Export: { pk: 'WS#{workspace_id}#EXPORT', sk: '{id}', due_pk: 'DUE#EXPORT#{shard}', due_sk: '{due_at}' },
  Import: { pk: 'WS#{workspace_id}#IMPORT', sk: '{id}', due_pk: 'DUE#IMPORT#{shard}', due_sk: '{due_at}' },
  ImportRow: { pk: 'WS#{workspace_id}#IMPORTROW#{import_id}', sk: '{position}' },
  ImportKey: { pk: 'WS#{workspace_id}#IMPORTKEY', sk: '{hash}' },
  Heartbeat: { pk: 'HEARTBEAT', sk: 'HEARTBEAT' },
  OperatorIndex: { pk: 'OPERATORINDEX', sk: 'OPERATORINDEX' },
} as const satisfies Record<string, EntityKeys>;

type IndexKey = `${'status' | 'category' | 'parent' | 'due'}_pk` | 'list_sk' | 'due_sk';
export type EntityKeys = { pk: string; sk: string } & { [K in IndexKey]?: string };
export type Entity = keyof typeof ENTITIES;

/** A declared entity, or the name of one that stores still use. */
export type EntityRef = Entity | DeclaredEntity;

/** Return the keys and the name of an entity. */
export function declarationOf(entity: EntityRef): DeclaredEntity {
  return typeof entity === 'string' ? { name: entity, ...ENTITIES[entity] } : entity;
}

/** A number of the workspace by its name, in the transaction of the change that it counts. */
export const counterEntity = /* @__PURE__ */ defineEntity({
  name: 'Counter',
  pk: 'WS#{workspace_id}#COUNT',
  sk: '{name}',
});

/** The actor of a deletion, in its transaction; expires after 21 days. */
export const tombstoneEntity = /* @__PURE__ */ defineEntity({
  name: 'Tombstone',
  pk: 'WS#{workspace_id}#TOMBSTONE',
  sk: '{removed_id}',
});
