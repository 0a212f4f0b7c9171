import type { AccessChange } from './access-change.ts';

/** Emails about new passkeys and API keys to one member in a day (UTC). */
export const MAX_SECURITY_EMAILS_PER_MEMBER_AND_DAY = 20;

/** What a session has added that stays after its end: a passkey, or an API key or its new secret. */
export type Addition =
  | { kind: 'passkey_added'; passkey_id: string }
  | { kind: 'key_created' | 'key_rolled'; client_id: string };

/** A code or a refresh token that was used twice, which has revoked its API key. */
export type Reuse = { kind: 'token_reused'; client_id: string };

/** The recurrences of a member who was removed, which go on. */
export type Leftover = { kind: 'recurrences_left'; user_id: string };

/** Names what a security email is about. */
export type SecurityNotice = Addition | Reuse | AccessChange | Leftover;
