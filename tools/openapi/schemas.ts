import * as z from 'zod';
import { describeSchema } from './describe-schema.ts';
import { NAMES } from './schema-names.ts';

export type Json = Record<string, unknown>;

/** The schemas of a document as they come together: named ones once, under `components`. */
export interface Schemas {
  components: Record<string, Json>;
  /** The schema to write where it is used: a reference for a named one. `io`: as a request or as a reply. */
  of: (schema: z.ZodType, io: 'input' | 'output', name?: string) => Json;
}

/** An empty set of schemas. Throws when one name would stand for two shapes. */
export function newSchemas(): Schemas {
  const components: Record<string, Json> = {};
  const of = (schema: z.ZodType, io: 'input' | 'output', name?: string): Json => {
    const made = z.toJSONSchema(schema, { io, metadata: registryWith(schema, name) }) as Json;
    const { $schema: _, $defs = {}, ...root } = made as Json & { $defs?: Record<string, Json> };
    for (const [id, definition] of Object.entries($defs)) {
      const component = describeSchema(id, tidy(definition, io));
      const before = components[id];
      if (before && JSON.stringify(before) !== JSON.stringify(component)) {
        throw new Error(`Two schemas are called ${id} in the document.`);
      }
      components[id] = component;
    }
    return describeSchema('', tidy(root, io));
  };
  return { components, of };
}

/** What zod knows of schemas, with the document's names for them. */
function registryWith(root: z.ZodType, name: string | undefined): typeof z.globalRegistry {
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
 * A schema as a reader wants it: references into the components; no bounds that only say "a safe integer"; a
 * reply open to further fields, because a response may carry more than is listed.
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
      entries.map(([name, held]) => [
        name,
        name === '$ref' ? String(held).replace('#/$defs/', '#/components/schemas/') : inner(held),
      ]),
    );
  };
  return inner(value) as Json;
}
