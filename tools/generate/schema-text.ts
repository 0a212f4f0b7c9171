import type { Json } from '../openapi/schemas.ts';

/**
 * Write a schema as one line of text, with all that a value must satisfy: `{ id: string; at?: string<date-time> | null }`.
 *
 * Properties are sorted, because their order means nothing to a client. Throws for a keyword that the text would omit.
 */
export function schemaText(schema: Json): string {
  const { $ref, allOf, anyOf, oneOf, enum: values, const: value, type, required, ...others } = schema;
  const types = [type ?? []].flat() as string[];
  const isValue = values !== undefined || value !== undefined;
  const texts = [
    ...($ref === undefined ? [] : [refName(String($ref))]),
    ...alternatives(allOf, ' & '),
    ...alternatives(anyOf, ' | '),
    ...alternatives(oneOf, ' | ').map((text) => `exactly one of (${text})`),
    ...(isValue ? [((values ?? [value]) as unknown[]).map((each) => JSON.stringify(each)).join(' | ')] : []),
    ...(types.length === 0 || isValue ? [] : [types.map((name) => typeText(name, schema)).join(' | ')]),
    ...(types.length === 0 && required ? [`has ${(required as string[]).join(', ')}`] : []),
  ];
  rejectOthers(others, KNOWN);
  const text = texts.length > 1 ? texts.map(grouped).join(' & ') : (texts[0] ?? typeText('any', schema));
  return others['x-open-enum'] === true ? `open ${text}` : text;
}

/** The keywords that a type has, and those that only describe. */
const KNOWN = [
  ...['description', 'examples', 'default', 'x-open-enum', 'format', 'pattern', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'items', 'minItems', 'maxItems', 'uniqueItems', 'properties', 'propertyNames'],
  ...['additionalProperties', 'minProperties', 'maxProperties', 'dependentRequired'],
];

/** Throw for a part of the document that is not one of the `known` ones: the surface would omit it. */
export function rejectOthers(part: object, known: readonly string[]): void {
  const others = Object.keys(part).filter((name) => !known.includes(name));
  if (others.length > 0) throw new Error(`The surface has no text for ${others.join(', ')}.`);
}

/** Write a list of fields as their schemas, sorted by name. Those that are not required have a question mark. */
export function fieldTexts(fields: Record<string, Json>, required: readonly string[]): string[] {
  return Object.keys(fields)
    .sort()
    .map((name) => {
      const schema = fields[name]!;
      const initial = 'default' in schema ? ` = ${JSON.stringify(schema.default)}` : '';
      return `${name}${required.includes(name) ? '' : '?'}: ${schemaText(schema)}${initial}`;
    });
}

/** Return the name of the schema, response or parameter to which a reference leads. */
export function refName($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

function alternatives(list: unknown, separator: string): string[] {
  return list === undefined ? [] : [(list as Json[]).map((each) => schemaText(each)).join(separator)];
}

function grouped(text: string): string {
  return text.includes(' ') ? `(${text})` : text;
}

function typeText(type: string, schema: Json): string {
  const { format, pattern, minLength, maxLength, minimum, maximum, items, minItems, maxItems, uniqueItems } = schema;
  if (type === 'string' || type === 'any') {
    const matches = pattern === undefined ? [] : [`/${pattern}/`];
    return `${type}${limits(range(minLength, maxLength), format === undefined ? [] : [format], matches)}`;
  }
  if (type === 'integer' || type === 'number') return `${type}${limits(range(minimum, maximum))}`;
  if (type === 'array') {
    const unique = uniqueItems ? ['unique'] : [];
    return `${grouped(schemaText((items ?? {}) as Json))}[]${limits(range(minItems, maxItems), unique)}`;
  }
  return type === 'object' ? objectText(schema) : type;
}

function objectText(schema: Json): string {
  const { properties = {}, required = [], propertyNames, additionalProperties, dependentRequired = {} } = schema;
  const isRecord = typeof additionalProperties === 'object' && additionalProperties !== null;
  const parts = [
    ...fieldTexts(properties as Record<string, Json>, required as string[]),
    ...(isRecord
      ? [`[${schemaText((propertyNames ?? {}) as Json)}]: ${schemaText(additionalProperties as Json)}`]
      : []),
    ...Object.entries(dependentRequired as Record<string, string[]>).map(
      ([name, needed]) => `${name} needs ${needed.join(', ')}`,
    ),
  ];
  const only = additionalProperties === false ? 'only ' : '';
  return `${only}{ ${parts.join('; ')} }${limits(range(schema.minProperties, schema.maxProperties))}`;
}

function range(min: unknown, max: unknown): string[] {
  return min === undefined && max === undefined ? [] : [`${min ?? ''}..${max ?? ''}`];
}

function limits(...groups: unknown[][]): string {
  const all = groups.flat();
  return all.length === 0 ? '' : `<${all.join(' ')}>`;
}
