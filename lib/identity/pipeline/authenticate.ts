import { sessionPermissions } from '../../core/api/permission.ts';
import { secretHash } from '../../core/crypto/bearer-secret.ts';
import type { ApiError } from '../../core/problems/define-problem.ts';
import { invalidRequest } from '../../core/problems/problems.ts';
import { keyOf, type PrimaryKey } from '../../core/table/schema.ts';
import { workspaceEntity } from '../entities/workspaces.ts';
import { invalidToken, ipNotAllowed, missingCredentials } from '../problems.ts';
import { parseAccessToken } from '../rules/access-token.ts';
import { assertNotPaused } from '../rules/agent-key.ts';
import { actsIn, effectivePermissions, isKeyLive } from '../rules/api-key.ts';
import { isIssuedByActiveSecret } from '../rules/api-key-secrets.ts';
import { type Audience, resourceOfPath } from '../rules/audience.ts';
import { REALM } from '../rules/challenge.ts';
import { OPAQUE_ID, OPAQUE_ID_RULE } from '../rules/external-id.ts';
import { isSessionLive } from '../rules/session.ts';
import { STAGE_WORKSPACE_ID } from '../rules/stage.ts';
import { type LoadedToken, loadAccessToken } from '../store/access-tokens.ts';
import { isAllowed } from './allowed-ips.ts';
import { findWorkspace, unverifiedWorkspaceId } from './named-workspace.ts';
import { CALLED_BY, type Caller, type RequestContext } from './request-context.ts';
import { resourceChallenge } from './resource-challenge.ts';
import { touchApiKey } from './touch-api-key.ts';

// Each function instance loads a token at most once per minute, so the token of a revoked key, an ended
// session or a removed member stays valid for at most a minute.
const TOKEN_CACHE_TTL_MS = 60_000;
// An agent that is paused stops within a second. A request to /mcp reads its token once for the requests that it makes.
const AGENT_TOKEN_CACHE_TTL_MS = 1_000;
const TOKEN_CACHE_MAX = 1_000;

const tokenCache = new Map<string, { cached: LoadedToken; expiresAtMs: number }>();

/**
 * Identify the caller from the bearer token. Endpoints without permissions are public and skip this step. Throws 401
 * without an error code for missing credentials (RFC 6750, section 3.1), 401 `invalid_token` for an invalid token, and
 * 403 for an IP address that the API key does not allow.
 */
export async function authenticate(context: RequestContext): Promise<void> {
  if (context.endpoint?.permissions === 'none') return;
  const bearer = /^bearer +(.*)$/i.exec(context.event.headers?.authorization?.trim() ?? '');
  if (!bearer) {
    throw missingCredentials('An access token is required. Send it as Authorization: Bearer <token>.', {
      headers: { 'www-authenticate': `Bearer realm="${REALM}"${resourceChallenge(context)}` },
    });
  }
  const cached = await loadToken(bearer[1]!, context);
  context.clientId = cached?.token.client_id ?? null;
  const rights = cached && rightsOf(cached, context.nowMs);
  if (!cached || !rights) {
    throw invalidTokenError(context, 'The access token is unknown, expired or revoked. Request a new one.');
  }
  if (cached.token.audience && cached.token.audience !== requestedResource(context)) {
    throw invalidTokenError(context, 'The access token was issued for another resource of this service.');
  }
  const { token, key, session } = cached;
  if (key && !isAllowed(context.sourceAddress, key.allowed_ips)) {
    throw ipNotAllowed('This API key cannot be used from your IP address.');
  }
  assertNotPaused(key?.agent);
  // Cached with the token, so that this instance writes it once. A session records its use when it issues a token.
  if (key) cached.lastUsedAt = touchApiKey(context, key.client_id, cached.lastUsedAt);
  const { user_id: userId, client_id: clientId, expires_at_ms: tokenExpiresAtMs } = token;
  const signedInAt = session?.created_at ?? null;
  const hourlyLimit = key?.hourly_limit ?? null;
  const agent = key?.agent ?? null;
  const keyName = key?.name ?? null;
  const keyExpiresAtMs = key?.expires_at ? Date.parse(key.expires_at) : null;
  const terms = { tokenExpiresAtMs, keyExpiresAtMs, hourlyLimit, agent };
  const workspace = await findWorkspace(context, { key, workspace: rights.workspace });
  const stage = key?.workspaces === undefined ? null : { workspaces: key.workspaces, actor: readActor(context) };
  const portal = session?.portal ?? null;
  context.caller = { ...rights, workspace, userId, clientId, keyName, stage, portal, signedInAt, ...terms };
}

/** The resource of a request: the MCP server also for the endpoints that its tools call in process. */
function requestedResource({ event, endpoint }: RequestContext): Audience {
  // The path of the endpoint: the one of the request may be another spelling of it.
  return event[CALLED_BY] ?? resourceOfPath(endpoint?.path ?? event.rawPath);
}

function invalidTokenError(context: RequestContext, detail: string): ApiError {
  const challenge = `Bearer realm="${REALM}", error="invalid_token"${resourceChallenge(context)}`;
  return invalidToken(detail, { headers: { 'www-authenticate': challenge } });
}

/** Return what a token permits, or null when it has expired, or its API key, session, member or workspace has ended. */
function rightsOf(
  cached: LoadedToken,
  nowMs: number,
): Pick<Caller, 'workspace' | 'formerIds' | 'role' | 'permissions'> | null {
  const { token, key, session, member, workspace } = cached;
  if (!member || !workspace || token.expires_at_ms <= nowMs) return null;
  const { role, former_ids: formerIds = [] } = member;
  const owner = { workspace, formerIds, role };
  if (session)
    return isSessionLive(session, member, nowMs) ? { ...owner, permissions: sessionPermissions(member) } : null;
  if (!key || !isKeyLive(key, nowMs) || !isIssuedByActiveSecret(token, key, nowMs)) return null;
  if (!actsIn(key, workspace.id)) return null;
  return { ...owner, permissions: effectivePermissions(token, key, member) };
}

/** Read the header `Actor`, by which a product names who of its users has caused a request. Throws 400. */
function readActor({ event }: RequestContext): string | null {
  const actor = event.headers?.actor;
  if (actor === undefined || OPAQUE_ID.test(actor)) return actor ?? null;
  throw invalidRequest(`Actor must be ${OPAQUE_ID_RULE}.`);
}

/**
 * Load a token, and with it the items that the request will need. They are given to the handler only when the token
 * exists and names the workspace under whose id they were read.
 */
async function loadToken(text: string, context: RequestContext): Promise<LoadedToken | null> {
  const owner = parseAccessToken(text);
  if (!owner) return null;
  const hash = secretHash(text);
  const entry = tokenCache.get(hash);
  if (entry && entry.expiresAtMs > context.nowMs) return entry.cached;
  const found = await loadAccessToken(hash, owner, context.nowMs, prefetchKeys(context, owner.workspace_id));
  tokenCache.delete(hash);
  if (!found) return null;
  context.prefetched = found.prefetched;
  if (tokenCache.size >= TOKEN_CACHE_MAX) tokenCache.delete(tokenCache.keys().next().value!);
  const ttlMs = found.loaded.key?.agent ? AGENT_TOKEN_CACHE_TTL_MS : TOKEN_CACHE_TTL_MS;
  tokenCache.set(hash, { cached: found.loaded, expiresAtMs: context.nowMs + ttlMs });
  return found.loaded;
}

function prefetchKeys(context: RequestContext, owner: string): PrimaryKey[] {
  const { endpoint, event } = context;
  const named = owner === STAGE_WORKSPACE_ID ? unverifiedWorkspaceId(context) : null;
  const keys = endpoint?.prefetch?.(named ?? owner, event.pathParameters ?? {}) ?? [];
  return named === null ? keys : [keyOf(workspaceEntity, { id: named }), ...keys];
}
