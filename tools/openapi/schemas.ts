import * as z from 'zod/mini';
import { describeSchema } from './describe-schema.ts';
import { NAMES } from './schema-names.ts';

export type Json = Record<string, unknown>;

/** The schemas of a document. Named schemas are written once, under `components`. */
export interface Schemas {
  components: Record<string, Json>;
  /** Convert a schema to JSON Schema; a named one to a reference. `io`: `input` for requests. */
  of: (schema: z.ZodMiniType, io: 'input' | 'output', name?: string) => Json;
}

/** Create an empty set of schemas. Adding two different schemas with one name throws. */
export function newSchemas(): Schemas {
  const components: Record<string, Json> = {};
  const of = (schema: z.ZodMiniType, io: 'input' | 'output', name?: string): Json => {
    const made = z.toJSONSchema(schema, { io, metadata: registryWith(schema, name) }) as Json;
    const { $schema: _, $defs = {}, ...root } = made as Json & { $defs?: Record<string, Json> };
    for (const [id, definition] of Object.entries($defs)) {
      const component = describeSchema(tidy(definition, io));
      const before = components[id];
      if (before && JSON.stringify(before) !== JSON.stringify(component)) {
        throw new Error(`Two schemas are called ${id} in the document.`);
      }
      components[id] = component;
    }
    return describeSchema(tidy(root, io));
  };
  return { components, of };
}

/** Create a registry that adds the names of the document to the metadata of zod. */
function registryWith(root: z.ZodMiniType, name: string | undefined): typeof z.globalRegistry {
  const registry = z.registry<Json>();
  const known = z.globalRegistry;
  registry.get = ((schema: z.core.$ZodType) => {
    const id = schema === root && name ? name : NAMES.get(schema);
    const { id: _, ...meta } = (known.get(schema) ?? {}) as Json;
    return id ? { ...meta, id } : meta;
  }) as typeof registry.get;
  return registry as unknown as typeof z.globalRegistry;
}

/**
 * Rewrite references to point to the components, and remove the bounds of safe integers. Responses allow
 * additional fields, because new fields are added without a new version.
 */
function tidy(value: unknown, io: 'input' | 'output'): Json {
  const inner = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(inner);
    if (typeof each !== 'object' || each === null) return each;
    const entries = Object.entries(each as Json).filter(([name, bound]) => {
      if (io === 'output' && name === 'additionalProperties' && bound === false) return false;
      return !(/^(minimum|maximum)$/.test(name) && Math.abs(Number(bound)) === Number.MAX_SAFE_INTEGER);
    });
    return Object.fromEntries(
      entries.map(([name, nested]) => [
        name,
        name === '$ref' ? String(nested).replace('#/$defs/', '#/components/schemas/') : inner(nested),
      ]),
    );
  };
  return inner(value) as Json;
}
