import type { Platform } from '../../platforms/platform.ts';

/** Secrets that verify the webhooks of an account. Stored encrypted, never returned, never logged. */
export interface InboundSecrets {
  secret: string; // Signs every webhook, and the challenge responses to X and LinkedIn.
  verify_token: string | null; // Token that Meta sends with its verification request; null for the other platforms.
}

/** An account whose platform may send webhooks, looked up by its id alone. */
export interface InboundAccount {
  account_id: string;
  workspace_id: string;
  platform: Platform;
  external_id: string; // Platform id of the account.
  encrypted_secrets: string; // Encrypted secrets.
}

/** Return the encryption context of an account's secrets, so that no other account's context decrypts them. */
export function inboundContext({
  account_id,
  workspace_id,
  platform,
}: Pick<InboundAccount, 'account_id' | 'workspace_id' | 'platform'>): Record<string, string> {
  return { account_id, workspace_id, platform };
}
