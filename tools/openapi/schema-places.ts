import type { Json } from './schemas.ts';

/** One schema of a document, whole or inside another one. */
export interface SchemaPlace {
  /** `Content.thread[].media`; that of a parameter is `content.list?status`. */
  path: string;
  schema: Json;
  /** It has a name of its own. */
  isRoot: boolean;
  /** It is part of a request; else of a response or an event. Null for the named ones, which may be part of both. */
  io: 'input' | 'output' | null;
}

interface Operation {
  operationId: string;
  parameters?: { name: string; schema?: Json }[];
  requestBody?: { content: Record<string, { schema?: Json }> };
  responses: Record<string, { content?: Record<string, { schema?: Json }> }>;
}

/** List every schema of a document: the named ones first, each followed by those inside it. */
export function placesOf(document: Json): SchemaPlace[] {
  const { schemas } = document.components as { schemas: Record<string, Json> };
  const named = Object.entries(schemas).flatMap(([name, schema]) => [
    { path: name, schema, isRoot: true, io: null },
    ...inside(name, schema, null),
  ]);
  const operations = Object.values((document.paths ?? {}) as Record<string, Record<string, Operation>>)
    .flatMap((methods) => Object.values(methods))
    .flatMap(placesOfOperation);
  return [...named, ...operations];
}

function placesOfOperation({ operationId, parameters = [], requestBody, responses }: Operation): SchemaPlace[] {
  const media = (path: string, io: SchemaPlace['io'], content: Record<string, { schema?: Json }> = {}) =>
    [...new Set(Object.values(content).map(({ schema }) => schema))].flatMap((schema) => here(path, schema, io));
  return [
    ...parameters.flatMap(({ name, schema }) => here(`${operationId}?${name}`, schema, 'input')),
    ...media(`${operationId}.request`, 'input', requestBody?.content),
    ...Object.entries(responses).flatMap(([status, { content }]) =>
      media(`${operationId}.${status}`, 'output', content),
    ),
  ];
}

function here(path: string, schema: Json | undefined, io: SchemaPlace['io']): SchemaPlace[] {
  return schema ? [{ path, schema, isRoot: false, io }, ...inside(path, schema, io)] : [];
}

function inside(path: string, schema: Json, io: SchemaPlace['io']): SchemaPlace[] {
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema;
  const nested = (value: unknown) => (typeof value === 'object' && value !== null ? (value as Json) : undefined);
  return [
    ...Object.entries(properties as Record<string, Json>).flatMap(([name, each]) => here(`${path}.${name}`, each, io)),
    ...here(`${path}[]`, nested(items), io),
    ...here(`${path}{}`, nested(additionalProperties), io),
    ...[anyOf, oneOf, allOf].flatMap((list) => alternatives(path, list as Json[], io)),
  ];
}

/** List the alternatives of a schema. Only those of several are numbered: the other one of a nullable value is null. */
function alternatives(path: string, list: Json[], io: SchemaPlace['io']): SchemaPlace[] {
  const values = list.filter(({ type }) => type !== 'null');
  return values.flatMap((each, index) => here(values.length > 1 ? `${path}|${index}` : path, each, io));
}
