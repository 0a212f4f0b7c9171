/** The audited entities and their public resource types. Separate from the field rules, to keep bundles small. */
// biome-ignore format: several types per line keep the table short.
export const RESOURCE_TYPES = {
  Workspace: 'workspace', WorkspaceSettings: 'workspace_settings', Member: 'member', Invitation: 'invitation', ApiKey: 'key', Content: 'content', Label: 'label',
  Account: 'account', WorkspaceApp: 'platform_app', Endpoint: 'endpoint', Delivery: 'delivery', Recovery: 'recovery',
  ReviewComment: 'review_comment', ReviewLink: 'review_link', Session: 'session', Passkey: 'passkey',
  MediaAsset: 'media', Template: 'template', Halt: 'halt', Queue: 'queue', LinkRules: 'link_rules', Recurrence: 'recurrence',
  CalendarFeed: 'calendar_feed', Export: 'export', Import: 'import',
} as const;
export type AuditedKind = keyof typeof RESOURCE_TYPES;
export type ResourceType = (typeof RESOURCE_TYPES)[AuditedKind];

export const AUDITED_KINDS = Object.keys(RESOURCE_TYPES) as AuditedKind[];

/** Return whether changes of this entity are logged. */
export function isAudited(kind: unknown): kind is AuditedKind {
  return typeof kind === 'string' && Object.hasOwn(RESOURCE_TYPES, kind);
}
