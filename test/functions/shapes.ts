import type { OperationId } from '../../lib/bundle/endpoints.ts';
import type { DocumentedOperation } from '../../lib/core/api/define-operation.ts';

type Row = [OperationId, DocumentedOperation];

/**
 * Pick one endpoint of each shape, the first. The pipeline treats endpoints of one shape alike, so a test of the pipeline
 * needs one of them. A declaration of a new shape is tested automatically.
 */
export function onePerShape(rows: Row[]): Row[] {
  return Object.values(Object.groupBy(rows, ([, route]) => shapeOf(route))).map((alike) => alike![0]!);
}

/** Describe what the pipeline reads of a declaration, e.g. `permissions, body, path id, If-Match`. */
function shapeOf(route: DocumentedOperation): string {
  const { permissions, body, path } = route;
  const traits = {
    [typeof permissions === 'string' ? `permissions ${permissions}` : 'permissions']: true,
    [typeof body === 'string' ? `body ${body}` : 'body']: body !== 'none',
    'path id': path.includes('{id}'),
    'path parameter': path.includes('{') && !path.includes('{id}'),
    'If-Match': route.ifMatch,
    file: route.isFile,
    'error page': route.errorPages,
    'external effect': route.hasExternalEffect,
    secret: route.showsSecret,
    'own rate limit': route.ownRateLimit,
    'rate limit before handler': route.rateLimitBeforeHandler,
  };
  return Object.entries(traits)
    .filter(([, applies]) => applies)
    .map(([name]) => name)
    .join(', ');
}
