export type Json = Record<string, unknown>;

/**
 * The OpenAPI document with every object schema closed: a field that is not documented is an error,
 * even where the document lets callers expect additional fields. A schema composed of others (`allOf`,
 * alternatives beside its own fields) is closed as a whole. Schemas without fields (maps) stay open.
 */
export function closedDocument(document: Json): Json {
  return walk(document, document) as Json;
}

// Example values, which only look like schemas.
const SAMPLES = new Set(['example', 'examples', 'default', 'enum', 'const']);

function walk(value: unknown, document: Json): unknown {
  if (Array.isArray(value)) return value.map((each) => walk(each, document));
  if (!isObject(value)) return value;
  return mapped(value, (each, name) => {
    if (SAMPLES.has(name)) return each;
    if (name === 'schema' && isObject(each)) return closed(each, document);
    if (name === 'schemas' && isObject(each)) return mapped(each, (schema) => closed(schema, document));
    return walk(each, document);
  });
}

/** One schema, closed; as a `part` of another schema it stays open, because the whole is closed. */
function closed(schema: unknown, document: Json, isPart = false): unknown {
  if (!isObject(schema)) return schema;
  // A reference with a description: the document closes its target too.
  if (!isPart && isReference(schema)) return schema;
  if (isPart && typeof schema.$ref === 'string') return closed(targetOf(schema.$ref, document), document, true);
  const isMerged = isPart || 'properties' in schema || 'allOf' in schema;
  const inside = mapped(schema, (value, name) => {
    switch (name) {
      case 'properties':
      case 'patternProperties':
      case '$defs':
        return mapped(value as Json, (each) => closed(each, document));
      case 'items':
      case 'additionalProperties':
      case 'contains':
        return closed(value, document);
      case 'prefixItems':
        return (value as unknown[]).map((each) => closed(each, document));
      case 'anyOf':
      case 'oneOf':
      case 'allOf':
        return (value as unknown[]).map((each) => closed(each, document, isMerged));
      default:
        return value;
    }
  });
  const hasFields = 'properties' in schema || 'allOf' in schema;
  if (schema.additionalProperties === false && !isPart) return inside;
  if (hasFields) delete inside.additionalProperties;
  return hasFields && !isPart ? { ...inside, unevaluatedProperties: false } : inside;
}

function isReference({ allOf, properties }: Json): boolean {
  return Array.isArray(allOf) && allOf.length === 1 && '$ref' in allOf[0] && properties === undefined;
}

function targetOf(ref: string, document: Json): unknown {
  return ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((inside, name) => (inside as Json)[name.replaceAll('~1', '/').replaceAll('~0', '~')], document);
}

function mapped(value: Json, change: (each: unknown, name: string) => unknown): Json {
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, change(each, name)]));
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
