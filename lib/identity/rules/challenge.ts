import { AGENT_PERMISSIONS } from './agent-key.ts';
import { RESOURCE_PATHS } from './audience.ts';

/** The realm of every challenge (RFC 6750, section 3). */
export const REALM = 'content-intelligence';

/** The path of the metadata of the MCP server, without that of the resource. */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource';

/** Return the parameters of the challenge of the MCP server at an origin (RFC 9728, section 5.1). */
export function mcpChallenge(origin: string): string {
  const url = `${origin}${RESOURCE_METADATA_PATH}${RESOURCE_PATHS.mcp}`;
  return `resource_metadata="${url}", scope="${AGENT_PERMISSIONS.join(' ')}"`;
}
