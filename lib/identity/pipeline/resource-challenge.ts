// Apart from the documents, because every endpoint bundles this.
import { settings } from '../../core/config/settings.ts';
import { RESOURCE_PATHS } from '../rules/audience.ts';
import { mcpChallenge } from '../rules/challenge.ts';
import type { RequestContext } from './request-context.ts';
import { isFromCloudFront } from './source-address.ts';
import { dashboardOrigin, stageOrigin } from './stage-origin.ts';

/** Return what a client of the MCP server needs to request an access token, for `WWW-Authenticate`: empty elsewhere. */
export function resourceChallenge(context: RequestContext): string {
  if (context.endpoint?.path !== RESOURCE_PATHS.mcp || !settings().dashboard) return '';
  return `, ${mcpChallenge(requestedOrigin(context))}`;
}

/**
 * Return the origin that a client has requested: also that of the dashboard, because a client compares the resource with
 * the URL that it requests (RFC 9728, 3.3).
 */
export function requestedOrigin(context: RequestContext): string {
  return isFromCloudFront(context.event) ? dashboardOrigin(context) : stageOrigin(context);
}
