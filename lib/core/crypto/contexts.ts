/**
 * The kinds of stored secrets, by the entity that holds them, each with the fields of its encryption context. KMS
 * requires the same context to decrypt, and IAM limits each function to contexts with exactly the fields of its kinds.
 */
export const ENCRYPTION_CONTEXTS = {
  Account: ['account_id', 'workspace_id'],
  InboundAccount: ['account_id', 'platform', 'workspace_id'],
  ConnectFlow: ['connect_id', 'workspace_id'],
  PlatformApp: ['app_platform'],
  WorkspaceApp: ['app_platform', 'workspace_id'],
  Endpoint: ['endpoint_id', 'workspace_id'],
  Passkey: ['credential_hash', 'user_id', 'workspace_id'],
  Preparation: ['entry_id', 'workspace_id'],
} as const;

export type SecretKind = keyof typeof ENCRYPTION_CONTEXTS;

/** The encryption context of a secret of this kind. */
export type EncryptionContext<K extends SecretKind = SecretKind> = Record<
  (typeof ENCRYPTION_CONTEXTS)[K][number],
  string
>;
