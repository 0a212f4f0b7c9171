import type { Permission } from '../../core/api/permission.ts';
import type { Member } from './member.ts';

/** A session (`ses_…`) or API key of a member. With null: the member, by whatever they sign in with. */
export interface Credential {
  user_id: string;
  client_id: string | null;
}

/**
 * What a member may do now by a credential of theirs: no permissions once it has ended, was revoked or has expired, or is an
 * agent key that is paused. `member` is null once removed, and `allowedIps` empty for every address.
 */
export interface CredentialHolder {
  member: Member | null;
  permissions: readonly Permission[];
  allowedIps: readonly string[];
}
