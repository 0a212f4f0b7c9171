import { isObject } from '../../core/values/is-object.ts';
import { UNTRUSTED_PATHS, untrustedLength, untrustedName } from '../../webhooks/rules/untrusted-fields.ts';
import type { Json } from '../mcp/rpc-message.ts';
import { untrustedDescription } from '../tools/untrusted-text.ts';

/** Return the JSON Schema of the data of an event as an agent receives it: see `markUntrusted`. */
export function markUntrustedSchema(schema: Json): Json {
  return UNTRUSTED_PATHS.reduce<unknown>(markAt, schema) as Json;
}

function markAt(schema: unknown, path: readonly string[]): unknown {
  if (!isObject(schema)) return schema;
  const [name, ...rest] = path as [string, ...string[]];
  const { anyOf, items, properties, required } = schema;
  if (Array.isArray(anyOf)) return { ...schema, anyOf: anyOf.map((each) => markAt(each, path)) };
  if (name === '*') return { ...schema, items: markAt(items, rest) };
  if (!isObject(properties) || !Object.hasOwn(properties, name)) return schema;
  const isField = rest.length === 0;
  const fields = Object.entries(properties).map(([key, value]) => {
    if (key !== name) return [key, value];
    return isField ? [untrustedName(key), described(value as Json, key)] : [key, markAt(value, rest)];
  });
  const renamed = (required as string[]).map((key) => (isField && key === name ? untrustedName(key) : key));
  return { ...schema, properties: Object.fromEntries(fields), required: renamed };
}

// Without the examples, which are those of a person who reads the documentation.
function described({ examples: _, description = 'A text.', ...schema }: Json, name: string): Json {
  return { ...schema, description: untrustedDescription(String(description), untrustedLength(name)) };
}
