import * as z from 'zod/mini';
import { NO_CONTROL_CHARS } from '../../core/api/request-fields.ts';
import type { Json } from '../mcp/rpc-message.ts';

/**
 * Convert a schema to JSON Schema. Objects of results may gain fields, and have the schema of an input for that. Texts have no
 * pattern: a model sends no control characters, and each pattern costs tokens of every session. X has one name, `x`.
 */
export function toJsonSchema(schema: z.ZodMiniType): Json {
  return withSingleTypes(z.toJSONSchema(schema, { io: 'input' })) as Json;
}

/** Replace `type: ['string', 'null']` by `anyOf`: some clients convert schemas to a dialect with one type each. */
function withSingleTypes(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withSingleTypes);
  if (typeof node !== 'object' || node === null) return node;
  const { type, description, ...rest } = Object.fromEntries(
    Object.entries(node).map(([name, child]) => [name, withSingleTypes(child)]),
  ) as Json;
  if (rest.pattern === NO_CONTROL_CHARS) delete rest.pattern;
  if (Array.isArray(rest.enum) && rest.enum.includes('x')) rest.enum = rest.enum.filter((name) => name !== 'twitter');
  const said = description === undefined ? {} : { description };
  if (!Array.isArray(type)) return { ...(type === undefined ? {} : { type }), ...said, ...rest };
  return { ...said, anyOf: type.map((each) => (each === 'null' ? { type: each } : { type: each, ...rest })) };
}
