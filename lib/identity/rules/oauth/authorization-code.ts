import type { Permission } from '../../../core/api/permission.ts';
import { insufficientScope } from '../../../core/problems/problems.ts';
import { fieldError } from '../../../core/problems/request-errors.ts';
import { DAY_MS, formatInstant } from '../../../core/values/timestamps.ts';
import { agentTerms } from '../agent-key.ts';
import { type ApiKey, newKey } from '../api-key.ts';
import type { Audience } from '../audience.ts';
import type { Member } from '../member.ts';
import type { OauthClient } from './oauth-client.ts';
import { invalidGrant, invalidTarget } from './problems.ts';

/** How long a client can exchange an authorization code, in seconds. */
const CODE_SECONDS = 60;
/** How long a code is stored, so that a second use of it is recognized. */
export const CODE_RETENTION_MS = DAY_MS;
/** The API key of an application expires after this many days. The person then confirms again. */
const APPLICATION_KEY_DAYS = 90;

/** An authorization code, stored by its hash. Its API key has no usable secret before the exchange. */
export interface AuthorizationCode {
  hash: string;
  client_id: string;
  redirect_uri: string;
  audience: Audience;
  code_challenge: string;
  workspace_id: string;
  user_id: string;
  key_id: string;
  expires_at_ms: number;
  /** Null until a client has exchanged it. */
  exchanged_at_ms: number | null;
  version: number;
}

/** Create the code of an approved request, given its hash. */
export function newAuthorizationCode(
  approved: Pick<AuthorizationCode, 'hash' | 'client_id' | 'redirect_uri' | 'audience' | 'code_challenge'>,
  { workspace_id, user_id, client_id: key_id }: ApiKey,
  nowMs: number,
): AuthorizationCode {
  const expires_at_ms = nowMs + CODE_SECONDS * 1000;
  return { ...approved, workspace_id, user_id, key_id, expires_at_ms, exchanged_at_ms: null, version: 0 };
}

/** What a client sends with a code. `challenge` is the SHA-256 of its verifier; `audience` is null without a resource. */
export interface Exchange {
  clientId: string;
  redirectUri: string;
  challenge: string;
  audience: Audience | null;
}

/** Throw 400 unless a code is that of this client and request, and is valid or was exchanged before. */
export function assertExchangeable(code: AuthorizationCode, sent: Exchange, nowMs: number): void {
  const rejected = (detail: string) => invalidGrant(detail);
  if (code.client_id !== sent.clientId) throw rejected('The authorization code belongs to another client.');
  if (code.redirect_uri !== sent.redirectUri) {
    throw rejected('The redirect_uri is not that of the authorization request.');
  }
  if (code.code_challenge !== sent.challenge) {
    throw rejected('The code_verifier does not match the code_challenge of the authorization request.');
  }
  if (sent.audience !== null && sent.audience !== code.audience) {
    throw invalidTarget('The resource is not that of the authorization request.');
  }
  if (code.exchanged_at_ms === null && nowMs >= code.expires_at_ms) {
    throw rejected('The authorization code has expired.');
  }
}

/** What a person has chosen of what the client asks for. */
export interface Choice {
  permissions: Permission[] | undefined;
  accounts: string[] | null | undefined;
}

/**
 * Create the API key of an application: an agent key for the MCP server. Throws 422 for a choice that goes beyond what is
 * offered, and 403 when nothing is.
 */
export function newApplicationKey(
  { client, audience, offered }: { client: OauthClient; audience: Audience; offered: Permission[] },
  { permissions = offered, accounts }: Choice,
  member: Member,
  generated: { clientId: string; secretHash: string },
  nowMs: number,
): ApiKey {
  if (offered.length === 0) {
    throw insufficientScope('You have none of the permissions that the application asks for.', {
      extensions: { required_permissions: [] },
    });
  }
  const beyond = permissions.filter((each) => !offered.includes(each));
  if (beyond.length > 0) throw fieldError('/permissions', 'not_offered', `Must not contain ${beyond.join(', ')}.`);
  if (accounts && audience !== 'mcp') {
    throw fieldError('/accounts', 'not_an_agent', 'Only an agent can be limited to accounts.');
  }
  const key = newKey(
    {
      name: client.name,
      permissions,
      expires_at: formatInstant(nowMs + APPLICATION_KEY_DAYS * DAY_MS),
      agent: audience === 'mcp' ? agentTerms({ accounts: accounts ?? undefined }) : undefined,
    },
    { workspaceId: member.workspace_id, userId: member.id },
    generated,
    nowMs,
  );
  return { ...key, oauth_client: client.client_id, is_counted_apart: true, audience };
}
