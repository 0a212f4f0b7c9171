/** The method and the paths of one endpoint. */
export type RouteEntry = { method: string; paths: readonly string[] };

/**
 * List the methods of a path, for the `Allow` header. Returns an empty list for an unknown path. Of several templates
 * that match, only the one with the fewest parameters counts: `/content/validate` is no item of `/content/{id}`.
 */
export function allowedMethods(routes: readonly RouteEntry[], path: string): string[] {
  const templates = [...new Set(routes.flatMap(({ paths }) => paths))].filter((template) => matches(template, path));
  const [template] = templates.sort((one, other) => parameterCount(one) - parameterCount(other));
  if (template === undefined) return [];
  return routes
    .filter(({ paths }) => paths.includes(template))
    .map(({ method }) => method)
    .sort();
}

/**
 * List the routes that a gateway would find for a path of an endpoint with a method that the endpoint does not have:
 * `GET /content/validate` by `GET /content/{id}`. They are unsupported methods, not requests for an item.
 */
export function shadowedRoutes(routes: readonly RouteEntry[]): { method: string; path: string }[] {
  const paths = new Set(routes.flatMap((route) => route.paths));
  return [...paths].flatMap((path) => {
    const own = allowedMethods(routes, path);
    const matching = routes.filter((route) => route.paths.some((template) => matches(template, path)));
    const foreign = new Set(matching.map(({ method }) => method).filter((method) => !own.includes(method)));
    return [...foreign].map((method) => ({ method, path }));
  });
}

function matches(template: string, path: string): boolean {
  const pattern = template.replaceAll(/\{[a-z_]+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(path);
}

function parameterCount(template: string): number {
  return template.split('{').length - 1;
}
