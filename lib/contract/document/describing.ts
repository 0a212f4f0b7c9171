import { GLOSSARY, type Term } from './glossary.ts';
import type { Json } from './schemas.ts';

/**
 * A schema with the glossary's words for every field that has none of its own: those of `Owner.field` where
 * the field means something special there, those of `field` otherwise. Fields of an object inside belong to
 * `Owner.field` in their turn.
 */
export function describedIn(owner: string, schema: Json): Json {
  const { properties, items, anyOf, oneOf, allOf, additionalProperties, ...rest } = schema;
  const list = (each: unknown) => (each as Json[]).map((one) => describedIn(owner, one));
  return {
    ...rest,
    ...(properties ? { properties: describedFields(owner, properties as Record<string, Json>) } : {}),
    ...(items ? { items: describedIn(owner, items as Json) } : {}),
    ...(anyOf ? { anyOf: list(anyOf) } : {}),
    ...(oneOf ? { oneOf: list(oneOf) } : {}),
    ...(allOf ? { allOf: list(allOf) } : {}),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties:
            typeof additionalProperties === 'object'
              ? describedIn(owner, additionalProperties as Json)
              : additionalProperties,
        }),
  };
}

function describedFields(owner: string, fields: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const path = owner ? `${owner}.${name}` : name;
      return [name, worded(describedIn(path, field), termFor(owner, name))];
    }),
  );
}

/** What the glossary says of a field: of the nearest owner that has words of its own for it. */
function termFor(owner: string, name: string): Term | undefined {
  const owners = owner.split('.').map((_, index, all) => all.slice(index).join('.'));
  const own = [owner, ...owners].find((each) => each && GLOSSARY[`${each}.${name}`]);
  return GLOSSARY[own ? `${own}.${name}` : name];
}

/** A field with these words where it has none; an example only if the field may have that value. */
function worded(field: Json, term: Term | undefined): Json {
  const [description, example] = term ?? [];
  return {
    ...field,
    ...(field.description === undefined && description ? { description } : {}),
    ...(field.examples === undefined && example !== undefined && mayBe(field, example)
      ? { examples: [example] }
      : {}),
  };
}

function mayBe({ $ref, const: only, enum: values }: Json, example: unknown): boolean {
  return $ref === undefined && only === undefined && (!Array.isArray(values) || values.includes(example));
}
