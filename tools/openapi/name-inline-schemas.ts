import { schemaName } from '../../lib/bundle/resources.ts';
import { pascal } from './schema-names.ts';
import { placesOf, type SchemaPlace } from './schema-places.ts';
import type { Json } from './schemas.ts';

/** The names of the schemas inside that of all problems. */
const INLINE_NAMES: Readonly<Record<string, string>> = {
  'Problem.violated-policies[]': 'RateLimitPolicy',
  'Problem.code': 'ProblemCode',
};

/**
 * Move every object and every list of values inside other schemas to a schema of its own, so that generators give it one
 * type. Its name is that of its resource (`schemaNames`), else that of its only place: `AuditEntry.actor` is `AuditEntryActor`.
 */
export function nameInlineSchemas(document: Json): void {
  const { schemas } = document.components as { schemas: Record<string, Json> };
  const unnamed = placesOf(document).filter(({ schema, isRoot }) => !isRoot && needsName(schema));
  const groups = Map.groupBy(unnamed, ({ schema }) => JSON.stringify(withoutDocs(schema)));
  for (const [structure, places] of groups) {
    const name = nameOf(places);
    if (schemas[name] && JSON.stringify(withoutDocs(schemas[name])) !== structure) {
      throw new Error(`Two schemas are called ${name}: name ${places[0]!.path} in the schemaNames of its resource.`);
    }
    schemas[name] ??= annotations(places[0]!.schema).rest;
    for (const { schema } of places) {
      const { docs } = annotations(schema);
      for (const key of Object.keys(schema)) delete schema[key];
      Object.assign(schema, { $ref: `#/components/schemas/${name}` }, docs);
    }
  }
  for (const { schema } of placesOf(document)) wrapReference(schema);
}

function needsName({ properties, enum: values }: Json): boolean {
  return properties !== undefined || (Array.isArray(values) && values.length > 1);
}

function nameOf(places: SchemaPlace[]): string {
  const given = places.map(({ path }) => INLINE_NAMES[path] ?? schemaName(path)).find((name) => name);
  if (given) return given;
  // The name of a type must not change when another place has the same schema.
  if (places.length > 1) {
    throw new Error(`Name one of ${places.map(({ path }) => path).join(', ')} in the schemaNames of its resource.`);
  }
  return pascal(places[0]!.path.replace(/s\[\]$/, ''));
}

/** Separate what a schema states about its place from what it states about the value. */
function annotations({ description, examples, default: fallback, ...rest }: Json): { docs: Json; rest: Json } {
  const docs = { description, examples, default: fallback };
  return { docs: Object.fromEntries(Object.entries(docs).filter(([, value]) => value !== undefined)), rest };
}

/** Wrap a reference that has siblings: generators ignore siblings of `$ref`, or stop at them. */
function wrapReference(schema: Json): void {
  const { $ref, ...siblings } = schema;
  if ($ref === undefined || Object.keys(siblings).length === 0) return;
  delete schema.$ref;
  schema.allOf = [{ $ref }];
}

function withoutDocs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDocs);
  if (typeof value !== 'object' || value === null) return value;
  const { properties, ...rest } = annotations(value as Json).rest;
  const fields = Object.entries((properties ?? {}) as Json).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...Object.fromEntries(
      Object.entries(rest)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, each]) => [name, withoutDocs(each)]),
    ),
    ...(properties ? { properties: Object.fromEntries(fields.map(([name, each]) => [name, withoutDocs(each)])) } : {}),
  };
}
