import { FIELD_DOCS, type FieldDoc } from './field-docs.ts';
import type { Json } from './schemas.ts';

/**
 * Add the documented description to every field of a schema that has none: that of `Owner.field` if it exists,
 * otherwise that of `field`. Nested fields have the owner `Owner.field`.
 */
export function describeSchema(owner: string, schema: Json): Json {
  const { properties, items, anyOf, oneOf, allOf, additionalProperties, ...rest } = schema;
  const list = (each: unknown) => (each as Json[]).map((one) => describeSchema(owner, one));
  return {
    ...rest,
    ...(properties ? { properties: describeFields(owner, properties as Record<string, Json>) } : {}),
    ...(items ? { items: describeSchema(owner, items as Json) } : {}),
    ...(anyOf ? { anyOf: list(anyOf) } : {}),
    ...(oneOf ? { oneOf: list(oneOf) } : {}),
    ...(allOf ? { allOf: list(allOf) } : {}),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties:
            typeof additionalProperties === 'object'
              ? describeSchema(owner, additionalProperties as Json)
              : additionalProperties,
        }),
  };
}

function describeFields(owner: string, fields: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const path = owner ? `${owner}.${name}` : name;
      return [name, withFieldDoc(describeSchema(path, field), fieldDocFor(owner, name))];
    }),
  );
}

/** Get the documentation of a field, preferring the closest owner that documents it. */
function fieldDocFor(owner: string, name: string): FieldDoc | undefined {
  const owners = owner.split('.').map((_, index, all) => all.slice(index).join('.'));
  const own = [owner, ...owners].find((each) => each && FIELD_DOCS[`${each}.${name}`]);
  return FIELD_DOCS[own ? `${own}.${name}` : name];
}

/** Add the missing description and example to a field; the example only if the field allows the value. */
function withFieldDoc(field: Json, term: FieldDoc | undefined): Json {
  const [description, example] = term ?? [];
  return {
    ...field,
    ...(field.description === undefined && description ? { description } : {}),
    ...(field.examples === undefined && example !== undefined && mayBe(field, example) ? { examples: [example] } : {}),
  };
}

function mayBe({ $ref, const: only, enum: values }: Json, example: unknown): boolean {
  return $ref === undefined && only === undefined && (!Array.isArray(values) || values.includes(example));
}
