import type { RouteEntry } from '../core/api/allowed-methods.ts';
import { allEndpoints } from './endpoints.ts';

/** List the method and the paths of every endpoint, for the `Allow` header of unmatched requests. */
export function routeEntries(): RouteEntry[] {
  return allEndpoints().map(([, { method, path, aliasPath }]) => ({
    method,
    paths: aliasPath ? [path, aliasPath] : [path],
  }));
}
