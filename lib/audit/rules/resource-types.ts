// Generated from the entities of the features by `npm run generate`; do not edit.

/** The audited entities and their public resource types. */
export const RESOURCE_TYPES = {
  Account: 'account',
  ApiKey: 'key',
  CalendarFeed: 'calendar_feed',
  Content: 'content',
  Delivery: 'delivery',
  Endpoint: 'endpoint',
  Export: 'export',
  Halt: 'halt',
  Import: 'import',
  Invitation: 'invitation',
  Label: 'label',
  LinkRules: 'link_rules',
  MediaAsset: 'media',
  Member: 'member',
  Passkey: 'passkey',
  Queue: 'queue',
  Recovery: 'recovery',
  Recurrence: 'recurrence',
  ReviewComment: 'review_comment',
  ReviewLink: 'review_link',
  Session: 'session',
  Template: 'template',
  Workspace: 'workspace',
  WorkspaceApp: 'platform_app',
  WorkspaceSettings: 'workspace_settings',
} as const;

export type AuditedKind = keyof typeof RESOURCE_TYPES;
export type ResourceType = (typeof RESOURCE_TYPES)[AuditedKind];
