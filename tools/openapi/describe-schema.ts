import { FIELD_DOCS, type FieldDoc } from './field-docs.ts';
import type { Json } from './schemas.ts';

/** Add the description and the example of `FIELD_DOCS` to every field of a schema that has none. */
export function describeSchema(schema: Json): Json {
  const { properties, items, anyOf, oneOf, allOf, additionalProperties, ...rest } = schema;
  const list = (each: unknown) => (each as Json[]).map((one) => describeSchema(one));
  return {
    ...rest,
    ...(properties ? { properties: describeFields(properties as Record<string, Json>) } : {}),
    ...(items ? { items: describeSchema(items as Json) } : {}),
    ...(anyOf ? { anyOf: list(anyOf) } : {}),
    ...(oneOf ? { oneOf: list(oneOf) } : {}),
    ...(allOf ? { allOf: list(allOf) } : {}),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties:
            typeof additionalProperties === 'object'
              ? describeSchema(additionalProperties as Json)
              : additionalProperties,
        }),
  };
}

function describeFields(fields: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, withFieldDoc(describeSchema(field), FIELD_DOCS[name])]),
  );
}

/** Add the missing description and example to a field; the example only if the field allows the value. */
function withFieldDoc(field: Json, shared: FieldDoc | undefined): Json {
  const [description, example] = shared ?? [];
  return {
    ...field,
    ...(field.description === undefined && description ? { description } : {}),
    ...(field.examples === undefined && example !== undefined && mayBe(field, example) ? { examples: [example] } : {}),
  };
}

function mayBe({ $ref, const: only, enum: values, items }: Json, example: unknown): boolean {
  if ($ref !== undefined || only !== undefined) return false;
  // A list of names and a list of objects may be called the same, such as `events`.
  if (Array.isArray(example) && typeof example[0] === 'string' && (items as Json).type !== 'string') return false;
  return !Array.isArray(values) || values.includes(example);
}
