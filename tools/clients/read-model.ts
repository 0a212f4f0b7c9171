import { pascal } from '../openapi/schema-names.ts';
import type { Json } from '../openapi/schemas.ts';
import { schemasUsedBy } from '../openapi/used-schemas.ts';
import type { ClientModel, Field, NamedType, ObjectType, Operation, Type } from './model.ts';

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Json;
}

interface DocumentOperation {
  operationId: string;
  summary: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { headers?: Json; content?: Record<string, { schema: Json }> }>;
  'x-pagination'?: { items: string };
}

/** The libraries request tokens themselves. */
const TOKEN_OPERATION = 'auth.token';
/** Both forms of paging cannot be mixed, and the libraries walk by `cursor`. */
const PAGE_PARAMETERS = ['page', 'per_page'];

/**
 * Flags of requests whose absence means false. The document has no `default` for them: generators of types would require
 * them.
 */
const FALSE_BY_DEFAULT = ['.allow_duplicate', 'AccountCreate.sandbox', 'RecurrenceCreate.paused'];

/** Read what the emitters write from the client document. */
export function clientModel(whole: Json): ClientModel {
  const document = withoutNamedTexts(whole);
  const schemas = (document.components as { schemas: Record<string, Json> }).schemas;
  const all = Object.entries(document.paths as Record<string, Record<string, DocumentOperation>>).flatMap(
    ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );
  const results = all.filter((each) => successOf(each).headers?.ETag).map((each) => refName(resultOf(each)));
  const sent = schemasUsedBy(
    all.map(({ requestBody }) => requestBody),
    schemas,
  );
  const types = Object.entries(schemas).map(([name, schema]) =>
    namedType(name, schema, { isSent: sent.has(name), hasEtag: results.includes(name) }),
  );
  const tags = document.tags as { name: string; description: string }[];
  const resources = tags.map(({ name, description }) => ({
    name: name.split('-'),
    description,
    operations: all
      .filter(({ operationId }) => operationId.split('.')[0] === name && operationId !== TOKEN_OPERATION)
      .map((each) => operationFrom(each, types)),
  }));
  return { types, resources: resources.filter(({ operations }) => operations.length > 0) };
}

/** Replace the references to texts with a name, such as `EmailAddress`: they are texts in every language. */
function withoutNamedTexts(document: Json): Json {
  const { schemas, ...components } = document.components as { schemas: Record<string, Json> };
  const isText = ({ type, enum: values }: Json) => type === 'string' && !values;
  const named = Object.entries(schemas).filter(([, schema]) => !isText(schema));
  const remaining = { ...document, components: { ...components, schemas: Object.fromEntries(named) } };
  return JSON.parse(JSON.stringify(remaining), (_, value) => {
    const target = value !== null && typeof value === 'object' ? schemas[refName(value)] : undefined;
    return target && isText(target) ? target : value;
  }) as Json;
}

function operationFrom(operation: DocumentOperation & { path: string; method: string }, types: NamedType[]): Operation {
  const { operationId, method, path, summary, parameters = [], requestBody } = operation;
  const headers = parameters.map(({ $ref = '' }) => refName({ $ref }));
  const body = requestBody
    ? types.find(({ name }) => name === refName(requestBody.content['application/json']!.schema))!
    : null;
  const result = refName(resultOf(operation));
  const list = operation['x-pagination']?.items;
  const given = parameters.filter((each) => each.in === 'query' && !(list && PAGE_PARAMETERS.includes(each.name)));
  const fields = given.map(({ name, schema, required = false, description = '' }) =>
    field(name, { description, ...schema }, required),
  );
  const query: ObjectType = {
    kind: 'object',
    name: `${pascal(operationId)}Query`,
    fields,
    isSent: true,
    hasEtag: false,
  };
  return {
    verb: operationId.split('.')[1]!.split('-'),
    method: method.toUpperCase(),
    path,
    pathFields: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
    summary: summary.endsWith('.') ? summary : `${summary}.`,
    query: fields.length > 0 ? query : null,
    body: body && {
      name: body.name,
      isRequired: body.kind === 'object' && body.fields.some(({ isRequired }) => isRequired),
    },
    result,
    page: list ? { field: list, item: itemOf(types, result, list) } : null,
    takesKey: headers.includes('IdempotencyKey'),
    takesMatch: headers.includes('IfMatch'),
  };
}

function itemOf(types: NamedType[], result: string, list: string): Type {
  const { fields } = types.find(({ name }) => name === result) as ObjectType;
  const { type } = fields.find(({ name }) => name === list)!;
  if (type.kind !== 'list') throw new Error(`${result}.${list} is not a list.`);
  return type.item;
}

function successOf({ responses }: DocumentOperation) {
  return Object.entries(responses).find(([status]) => status.startsWith('2'))![1];
}

function resultOf(operation: DocumentOperation): Json {
  return successOf(operation).content!['application/json']!.schema;
}

function namedType(name: string, schema: Json, flags: { isSent: boolean; hasEtag: boolean }): NamedType {
  if (schema.enum) return { kind: 'enum', name, values: schema.enum as string[] };
  if (schema.anyOf && !schema.properties) {
    const members = (schema.anyOf as Json[]).map(refName);
    return { kind: 'union', name, members: members.slice(0, -1), other: members.at(-1)! };
  }
  if (schema.items) return { kind: 'list', name, item: typeOf(schema.items as Json) };
  if (schema.type !== 'object') throw new Error(`The emitters know no named ${schema.type}: ${name}`);
  const required = (schema.required ?? []) as string[];
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([each, value]) =>
    field(each, value, required.includes(each), name),
  );
  return { kind: 'object', name, fields, ...flags };
}

function field(name: string, schema: Json, isRequired: boolean, owner = ''): Field {
  const { description = '', minimum } = schema;
  const isPositive = typeof minimum === 'number' && minimum > 0;
  const isListed = FALSE_BY_DEFAULT.some((each) => `${owner}.${name}`.endsWith(each));
  // Without `true`, a constant is absent.
  const isFalse = schema.default === false || schema.const === true || isListed;
  const hasFalse = schema.type === 'boolean' && !isFalse;
  const hasZero = hasFalse || (!isPositive && (schema.type === 'integer' || schema.type === 'number'));
  return { name, type: typeOf(schema), isRequired, description: String(description), hasZero };
}

function typeOf(schema: Json): Type {
  const { $ref, allOf, anyOf, oneOf, type, items, additionalProperties, format } = schema as Record<string, Json>;
  if ($ref) return { kind: 'ref', name: refName(schema) };
  if (allOf) return typeOf((allOf as unknown as Json[])[0]!);
  if (schema['x-open-enum']) return { kind: 'open', name: refName(schema['x-open-enum'] as Json) };
  if (oneOf) {
    const [one, other] = (oneOf as unknown as Json[]).map((each) => typeOf(each));
    return { kind: 'choice', of: [one!, other!] };
  }
  if (anyOf) {
    const [of, ...others] = (anyOf as unknown as Json[]).filter((each) => each.type !== 'null');
    // The emitters know no union in a field.
    if (others.length > 0) return { kind: 'any' };
    return { kind: 'nullable', of: typeOf(of!) };
  }
  if (Array.isArray(type))
    return { kind: 'nullable', of: typeOf({ ...schema, type: type.find((each) => each !== 'null') }) };
  if ('const' in schema) return { kind: 'const', value: schema.const as string | boolean };
  const [only] = (schema.enum ?? []) as string[];
  if (only !== undefined) return { kind: 'const', value: only };
  if (items) return { kind: 'list', item: typeOf(items) };
  if (schema.properties) throw new Error(`An object inside another one has no name: ${JSON.stringify(schema)}`);
  if (additionalProperties) return { kind: 'map', value: typeOf(additionalProperties) };
  if ((format as unknown) === 'date-time') return { kind: 'time' };
  const simple = ['string', 'integer', 'number', 'boolean'].find((each) => each === (type as unknown));
  return { kind: (simple ?? 'any') as 'any' };
}

function refName({ $ref }: Json): string {
  return typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : '';
}
