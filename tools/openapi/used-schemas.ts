import type { Json } from './schemas.ts';

const PREFIX = '#/components/schemas/';

/** List the names of the schemas that a part of a document references, directly or through other schemas. */
export function schemasUsedBy(part: unknown, schemas: Record<string, Json>): Set<string> {
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, each] of Object.entries(value)) {
      if (key !== '$ref' || typeof each !== 'string' || !each.startsWith(PREFIX)) visit(each);
      else if (!used.has(each.slice(PREFIX.length))) {
        used.add(each.slice(PREFIX.length));
        visit(schemas[each.slice(PREFIX.length)]);
      }
    }
  };
  visit(part);
  return used;
}
