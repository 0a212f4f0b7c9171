/** A resource of the service (RFC 8707): the API, or the MCP server. An access token can be bound to one of them. */
export type Audience = 'api' | 'mcp';

/** The paths of the resources, below an origin of the service. */
export const RESOURCE_PATHS = { api: '/v1', mcp: '/mcp' } as const satisfies Record<Audience, string>;

/** Return the resource that a URL names, or null for any other text. `origins` are those of the service. */
export function parseResource(url: string, origins: readonly string[]): Audience | null {
  const named = url.replace(/\/$/, '');
  const isOf = (audience: Audience) => origins.some((origin) => named === origin + RESOURCE_PATHS[audience]);
  if (isOf('mcp')) return 'mcp';
  return isOf('api') ? 'api' : null;
}

/** Return the resource of the path of an endpoint. */
export function resourceOfPath(path: string): Audience {
  return path === RESOURCE_PATHS.mcp ? 'mcp' : 'api';
}
