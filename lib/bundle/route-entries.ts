import { MCP_ENDPOINT } from '../agents/mcp/endpoint.ts';
import type { RouteEntry } from '../core/api/allowed-methods.ts';
import { OAUTH_PATHS } from '../identity/pipeline/oauth-metadata.ts';
import { allEndpoints } from './endpoints.ts';

/** List the method and the paths of every endpoint, for the `Allow` header of unmatched requests. */
export function routeEntries(): RouteEntry[] {
  const endpoints = allEndpoints().map(([, { method, path, aliasPath }]) => ({
    method,
    paths: aliasPath ? [path, aliasPath] : [path],
  }));
  return [
    ...endpoints,
    { method: MCP_ENDPOINT.method, paths: [MCP_ENDPOINT.path] },
    ...OAUTH_PATHS.map((path) => ({ method: 'GET', paths: [path] })),
  ];
}
