import { settings } from '../../core/config/settings.ts';
import { AGENT_PERMISSIONS } from '../rules/agent-key.ts';
import { RESOURCE_PATHS } from '../rules/audience.ts';
import { RESOURCE_METADATA_PATH } from '../rules/challenge.ts';
import { APPLICATION_PERMISSIONS } from '../rules/oauth/authorization-request.ts';
import type { HandlerResult, RequestContext } from './request-context.ts';
import { requestedOrigin } from './resource-challenge.ts';
import { dashboardOrigin, docsUrl, stageOrigin } from './stage-origin.ts';

const CACHE = { 'cache-control': 'public, max-age=3600' };

const DOCUMENTS: Record<string, (context: RequestContext) => HandlerResult> = {
  [RESOURCE_METADATA_PATH]: resourceMetadata,
  [`${RESOURCE_METADATA_PATH}${RESOURCE_PATHS.mcp}`]: resourceMetadata,
  '/.well-known/oauth-authorization-server': serverMetadata,
  '/authorize': consentPage,
};

/** The paths at the root of the host at which OAuth clients find the service, all with `GET`. */
export const OAUTH_PATHS = Object.keys(DOCUMENTS);

/**
 * Return the response to a request for OAuth metadata or for the authorization endpoint; null for any other path, and where
 * the stage has no dashboard, in which a person could approve a client.
 */
export function oauthDocument(context: RequestContext): HandlerResult | null {
  const { rawPath, requestContext } = context.event;
  const build = Object.hasOwn(DOCUMENTS, rawPath) ? DOCUMENTS[rawPath] : undefined;
  if (!build || requestContext.http.method !== 'GET' || !settings().dashboard) return null;
  return build(context);
}

function resourceMetadata(context: RequestContext): HandlerResult {
  const body = {
    resource: `${requestedOrigin(context)}${RESOURCE_PATHS.mcp}`,
    authorization_servers: [stageOrigin(context)],
    scopes_supported: AGENT_PERMISSIONS,
    bearer_methods_supported: ['header'],
    resource_name: 'Content Intelligence Service',
    resource_documentation: docsUrl(context),
  };
  return { status: 200, headers: CACHE, body };
}

/** The issuer is the origin of the API, also where the host of the dashboard was requested. */
function serverMetadata(context: RequestContext): HandlerResult {
  const issuer = stageOrigin(context);
  const body = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/v1/auth/token`,
    revocation_endpoint: `${issuer}/v1/auth/revoke`,
    device_authorization_endpoint: `${issuer}/v1/auth/device`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: [
      ...['authorization_code', 'refresh_token', 'client_credentials'],
      'urn:ietf:params:oauth:grant-type:device_code',
    ],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    scopes_supported: APPLICATION_PERMISSIONS.api,
    service_documentation: docsUrl(context),
  };
  return { status: 200, headers: CACHE, body };
}

/** The screen of the dashboard has its path in the fragment, to which a client cannot append its query. */
function consentPage(context: RequestContext): HandlerResult {
  const query = new URLSearchParams(context.event.rawQueryString);
  return { status: 302, headers: { location: `${dashboardOrigin(context)}/app/#/authorize?${query}` }, body: '' };
}
