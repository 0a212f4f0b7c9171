/** The method and the paths of one endpoint. */
export type RouteEntry = { method: string; paths: readonly string[] };

/**
 * List the methods of the routes that match a path, for the `Allow` header. Returns an empty list for an unknown path.
 */
export function allowedMethods(routes: readonly RouteEntry[], path: string): string[] {
  const methods = routes
    .filter(({ paths }) => paths.some((template) => matches(template, path)))
    .map(({ method }) => method);
  return [...new Set(methods)].sort();
}

function matches(template: string, path: string): boolean {
  const pattern = template.replaceAll(/\{[a-z_]+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(path);
}
