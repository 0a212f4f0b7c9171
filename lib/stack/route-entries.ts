import { allEndpoints } from '../api/endpoints.ts';
import type { RouteEntry } from '../http/allowed-methods.ts';

/** List the method and the paths of every endpoint, for the `Allow` header of unmatched requests. */
export function routeEntries(): RouteEntry[] {
  return allEndpoints().map(([, { method, path, aliasPath }]) => ({
    method,
    paths: aliasPath ? [path, aliasPath] : [path],
  }));
}
