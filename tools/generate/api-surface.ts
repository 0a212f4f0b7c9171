import type { Json } from '../openapi/schemas.ts';
import { fieldTexts, refName, rejectOthers, schemaText } from './schema-text.ts';

export const SURFACE_PATH = 'docs/api-surface.txt';

const HEAD = `# What a client relies on, from the declarations: a line for each operation, event and schema, without texts and examples.
# Written by \`npm run generate\`; do not edit.
#
#   a: T             a required field                       T[]<1..4 unique>   an array, with its limits
#   a?: T = v        an optional field, with its default    string<1..9 /p/>   a text, with its length and pattern
#   only { a: T }    an object without other fields         open "a" | "b"     values to which the service may add
#   200 T +ETag      a success, with its type and headers   409 a b            a problem, with its codes
`;

interface Response {
  $ref?: string;
  headers?: Record<string, { $ref?: string }>;
  content?: Record<string, { schema: Json }>;
  'x-error-codes'?: string[];
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema: Json;
}

interface Operation {
  operationId: string;
  security: Record<string, string[]>[];
  'x-permissions'?: string[];
  'x-audience'?: string;
  'x-plan'?: string;
  'x-pagination'?: Record<string, string>;
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: Json }> };
  responses: Record<string, Response>;
}

type Paths = Record<string, Record<string, Operation>>;
type Components = Record<'schemas' | 'securitySchemes', Record<string, Json>> & {
  parameters: Record<string, Parameter>;
  headers: Record<string, { schema: Json; required?: boolean }>;
  responses: Record<string, Response>;
};

/** Render the surface of the API that a document describes: what a change breaks in clients, a line for each part. */
export function renderSurface(document: Json): string {
  const components = document.components as Components;
  const operations = requestsIn(document.paths as Paths);
  const responses = operations.map(({ operation }) => resolved(operation, components));
  const everyHeader = sharedBy(responses.flat().map(([, response]) => headersOf(response)));
  const texts = responses.map((each) => responseTexts(each, everyHeader));
  const everyResponse = sharedBy(texts);
  const lines = [
    ...(document.servers as { url: string }[]).map(({ url }) => `server ${url}`),
    ...Object.entries(components.securitySchemes).map(([name, scheme]) => `security ${name} ${schemeText(scheme)}`),
    ...Object.entries(components.headers).map(([name, { schema }]) => `header ${name}: ${schemaText(schema)}`),
    `every response: ${[...everyHeader].map((name) => `+${name}`).join(' ')}`,
    `every operation: ${[...everyResponse].join(', ')}`,
    ...operations.map(({ request, operation }, index) => {
      const others = texts[index]!.filter((text) => !everyResponse.has(text));
      return [`${request} ${operation.operationId}`, ...requestTexts(operation, components), ...others].join(', ');
    }),
    ...requestsIn(document.webhooks as Paths).map(({ request, operation }) => {
      const answers = responseTexts(resolved(operation, components), new Set());
      return [`event ${request}`, ...requestTexts(operation, components), ...answers].join(', ');
    }),
    ...Object.entries(components.schemas).map(([name, schema]) => `${name} = ${schemaText(schema)}`),
  ];
  return `${HEAD}${lines.join('\n')}\n`;
}

/** Write a security scheme without what only describes it. */
function schemeText(scheme: Json): string {
  const { description: _, ...parts } = scheme;
  return JSON.stringify(parts, (name, value) => (name === 'scopes' ? Object.keys(value) : value));
}

function requestsIn(paths: Paths): { request: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ request: `${method.toUpperCase()} ${path}`, operation })),
  );
}

/** Write what a request of an operation needs and has. */
function requestTexts(operation: Operation, components: Components): string[] {
  const { security, requestBody } = operation;
  const schemes = new Set(security.map((each) => Object.keys(each).join(' and ') || 'nothing'));
  const permissions = operation['x-permissions'];
  const pages = operation['x-pagination'];
  rejectOthers(operation, OPERATION);
  return [
    schemes.size === 0 ? 'no token' : [...schemes].join(' or '),
    ...(permissions ? [`permission ${permissions.join(' or ')}`] : []),
    ...(operation['x-plan'] ? [`plan ${operation['x-plan']}`] : []),
    ...(operation['x-audience'] ? [`for ${operation['x-audience']}`] : []),
    ...parameterTexts(operation.parameters ?? [], components),
    ...(requestBody ? [`body${requestBody.required ? '' : '?'}: ${contentText(requestBody.content)}`] : []),
    ...(pages ? [`pages of ${pages.items} by ${pages.cursor}`] : []),
  ];
}

function parameterTexts(parameters: Parameter[], components: Components): string[] {
  const given = parameters.map((each) => (each.$ref ? components.parameters[refName(each.$ref)]! : each));
  for (const each of given) rejectOthers(each, PARAMETER);
  return [...Map.groupBy(given, (each) => each.in)].flatMap(([place, group]) => {
    const fields = Object.fromEntries(group.map(({ name, schema }) => [name, schema]));
    const required = group.flatMap((each) => (each.required ? each.name : []));
    return fieldTexts(fields, required).map((text) => `${place} ${text}`);
  });
}

function resolved({ responses }: Operation, components: Components): [status: string, Response][] {
  return Object.entries(responses).map(([status, response]) => [
    status,
    response.$ref ? components.responses[refName(response.$ref)]! : response,
  ]);
}

/** Write each response: its codes, if it is a problem, its other types, and its headers but those of `everyHeader`. */
function responseTexts(responses: [status: string, Response][], everyHeader: Set<string>): string[] {
  return responses.map(([status, response]) => {
    const { content = {}, 'x-error-codes': codes = [] } = response;
    rejectOthers(response, RESPONSE);
    const { 'application/problem+json': problem, ...others } = content;
    const isProblem = codes.length > 0 && problem?.schema.$ref === '#/components/schemas/Problem';
    const types = contentText(isProblem ? others : content);
    const headers = headersOf(response).filter((name) => !everyHeader.has(name));
    return [
      status,
      ...(isProblem ? codes : codes.map((code) => `(${code})`)),
      ...(types ? [types] : []),
      ...headers.map((name) => `+${name}`),
    ].join(' ');
  });
}

function contentText(content: Record<string, { schema: Json }>): string {
  return Object.entries(content)
    .map(([type, { schema }]) => (type === 'application/json' ? '' : `${type} `) + schemaText(schema))
    .join(' or ');
}

/** List the headers of a response, which are defined by the lines of their names. */
function headersOf({ headers = {} }: Response): string[] {
  for (const [name, { $ref = '' }] of Object.entries(headers)) {
    if (refName($ref) !== name) throw new Error(`The header ${name} is not defined by the component of its name.`);
  }
  return Object.keys(headers).sort();
}

/** Return what all of these lists have. */
function sharedBy(lists: string[][]): Set<string> {
  return new Set(lists.slice(1).reduce((shared, list) => shared.filter((each) => list.includes(each)), lists[0] ?? []));
}

const TEXTS = ['summary', 'description', 'example', 'examples'];
const OPERATION = [
  ...TEXTS,
  ...['operationId', 'tags', 'security', 'parameters', 'requestBody', 'responses'],
  ...['x-permissions', 'x-plan', 'x-audience', 'x-pagination'],
];
const PARAMETER = [...TEXTS, 'name', 'in', 'required', 'schema'];
const RESPONSE = [...TEXTS, 'headers', 'content', 'x-error-codes'];
