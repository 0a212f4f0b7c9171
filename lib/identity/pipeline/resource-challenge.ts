// Apart from the documents, because every endpoint bundles this.
import { settings } from '../../core/config/settings.ts';
import { AGENT_PERMISSIONS } from '../rules/agent-key.ts';
import { RESOURCE_PATHS } from '../rules/audience.ts';
import type { RequestContext } from './request-context.ts';
import { isFromCloudFront } from './source-address.ts';
import { dashboardOrigin, stageOrigin } from './stage-origin.ts';

/** The path of the metadata of the MCP server, without that of the resource. */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource';

/** Return what a client of the MCP server needs to request an access token, for `WWW-Authenticate`: empty elsewhere. */
export function resourceChallenge(context: RequestContext): string {
  if (context.endpoint?.path !== RESOURCE_PATHS.mcp || !settings().dashboard) return '';
  const url = `${requestedOrigin(context)}${RESOURCE_METADATA_PATH}${RESOURCE_PATHS.mcp}`;
  return `, resource_metadata="${url}", scope="${AGENT_PERMISSIONS.join(' ')}"`;
}

/**
 * Return the origin that a client has requested: also that of the dashboard, because a client compares the resource with
 * the URL that it requests (RFC 9728, 3.3).
 */
export function requestedOrigin(context: RequestContext): string {
  return isFromCloudFront(context.event) ? dashboardOrigin(context) : stageOrigin(context);
}
