import {
  ACCESS_PERMISSIONS,
  GRANTABLE_PERMISSIONS,
  type Permission,
  scopeNames,
} from '../../../core/api/permission.ts';
import { AGENT_PERMISSIONS } from '../agent-key.ts';
import type { Audience } from '../audience.ts';
import type { Member } from '../member.ts';

/** The parameters of an authorization request (RFC 6749, 4.1.1; RFC 7636; RFC 8707), as the client has sent them. */
export interface AuthorizationParameters {
  client_id: string;
  redirect_uri: string;
  response_type?: string | undefined;
  scope?: string | undefined;
  state?: string | undefined;
  code_challenge?: string | undefined;
  code_challenge_method?: string | undefined;
  resource?: string | undefined;
}

/** What a client asks for. `scope` is null for all permissions that it can have. */
export interface AuthorizationRequest {
  audience: Audience;
  scope: Permission[] | null;
  code_challenge: string;
}

/** An error that the client receives by its redirect URI (RFC 6749, 4.1.2.1). */
export interface AuthorizationError {
  error: 'unsupported_response_type' | 'invalid_request' | 'invalid_scope' | 'invalid_target' | 'access_denied';
  error_description: string;
}

/** The permissions that an application can have, of the API or of the MCP server. */
export const APPLICATION_PERMISSIONS: Record<Audience, readonly Permission[]> = {
  api: GRANTABLE_PERMISSIONS.filter((each) => !ACCESS_PERMISSIONS.includes(each)),
  mcp: AGENT_PERMISSIONS,
};

// The SHA-256 of the verifier in base64url.
const CODE_CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/**
 * Check the parameters of a client whose redirect URI is known to be its own. `audience` is what `resource` names, null for
 * no resource of this service.
 */
export function parseAuthorization(
  parameters: AuthorizationParameters,
  audience: Audience | null,
): AuthorizationRequest | AuthorizationError {
  const { response_type, scope, code_challenge = '', code_challenge_method } = parameters;
  if (response_type !== 'code') return failed('unsupported_response_type', 'The response_type must be code.');
  if (!CODE_CHALLENGE.test(code_challenge)) {
    return failed('invalid_request', 'The code_challenge must be a SHA-256 in base64url.');
  }
  if (code_challenge_method !== 'S256') return failed('invalid_request', 'The code_challenge_method must be S256.');
  if (audience === null) return failed('invalid_target', 'The resource must be the MCP server or the API.');
  if (!scope) return { audience, scope: null, code_challenge };
  const names = scopeNames(scope);
  const unknown = names.filter((name) => !GRANTABLE_PERMISSIONS.some((each) => each === name));
  // Not their names, which come from the client: they would be in a URL.
  if (unknown.length > 0) return failed('invalid_scope', 'The scope has names that are no permissions.');
  return { audience, scope: names as Permission[], code_challenge };
}

function failed(error: AuthorizationError['error'], error_description: string): AuthorizationError {
  return { error, error_description };
}

/** Split what a client asks for: what this member can grant, and what is unavailable. */
export function grantOf({ audience, scope }: AuthorizationRequest, { permissions }: Member) {
  const asked = scope ?? APPLICATION_PERMISSIONS[audience];
  const isGrantable = (each: Permission) =>
    APPLICATION_PERMISSIONS[audience].includes(each) && permissions.includes(each);
  return { granted: asked.filter(isGrantable), unavailable: asked.filter((each) => !isGrantable(each)) };
}

/** Build the URL that returns to the client. Undefined parameters are left out. */
export function redirectTo(redirectUri: string, parameters: Record<string, string | undefined>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.append(name, value);
  return url.href;
}
