import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readDocument } from '../../../lib/bundle/documents.ts';
import { closedDocument, type Json } from './closed.ts';

/** A response as its caller received it. `text` is the body; header names may be in any case. */
export interface Given {
  status: number;
  headers: Record<string, string | string[] | number | boolean | undefined>;
  text: string;
}

interface Described {
  $ref?: string;
  content?: Record<string, { schema?: Json }>;
  headers?: Record<string, { $ref?: string; required?: boolean; schema?: Json }>;
}

interface DescribedOperation {
  operationId: string;
  responses: Record<string, Described>;
}

/** A position in the document: the names that lead to it. */
type Path = string[];

interface Loaded {
  document: Json;
  ajv: Ajv2020;
  operations: Map<string, Path>;
  responses: Map<string, DescribedResponse>;
  validators: Map<string, ValidateFunction>;
}

// Created for the first response: most test files never need one. Outside this module, which `vi.resetModules`
// loads again: reading the document and compiling its schemas take longer than most tests.
const shared = globalThis as { loadedDocument?: Loaded };

function loadDocument(): Loaded {
  if (shared.loadedDocument) return shared.loadedDocument;
  const document = closedDocument(JSON.parse(readDocument('openapi.json')) as Json);
  // A schema is compiled for a few values, so that simple code which is generated quickly is faster than optimized code.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
  });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  const operations = new Map<string, Path>();
  for (const [path, methods] of Object.entries(document.paths as Record<string, Json>)) {
    for (const [method, described] of Object.entries(methods)) {
      const { operationId } = described as unknown as DescribedOperation;
      if (operationId) operations.set(operationId, ['paths', path, method]);
    }
  }
  shared.loadedDocument = { document, ajv, operations, responses: new Map(), validators: new Map() };
  return shared.loadedDocument;
}

/**
 * Throw when a response of an operation does not match the OpenAPI document: its status, its type, its
 * body (an undocumented field counts too) and its headers. `unmatched` is a response of no operation:
 * a problem of the document, whatever the path. `mcp` is one of the MCP server, which is not in the document.
 */
export function assertMatchesDocument(operation: string, given: Given): void {
  const wrong = deviations(operation, given);
  if (wrong.length === 0) return;
  const shown = given.text.length > 1000 ? `${given.text.slice(0, 1000)}…` : given.text;
  throw new Error(
    `${operation} responded with ${given.status}, which does not match the OpenAPI document:\n  ${wrong.join('\n  ')}\nin ${shown}`,
  );
}

/** The differences between the response and the document, one line each; empty when they agree. */
export function deviations(operation: string, given: Given): string[] {
  const { document, operations } = loadDocument();
  if (operation === 'unmatched') {
    return [404, 405, 429].includes(given.status)
      ? bodyDeviations(['paths', '/content/{id}', 'get', 'responses', '404'], given)
      : [`the status ${given.status} is not for a path or method that is not there`];
  }
  // Its problems alone are those of the API; everything else is the protocol's.
  if (operation === 'mcp') {
    const isProblem = String(given.headers['content-type']).includes('problem');
    return isProblem ? bodyDeviations(['paths', '/content/{id}', 'get', 'responses', '404'], given) : [];
  }
  const at = operations.get(operation);
  if (!at) return ['the operation is not in the document'];
  const { responses } = find(document, at) as unknown as DescribedOperation;
  const key = [String(given.status), `${String(given.status)[0]}XX`, 'default'].find((each) => responses[each]);
  if (!key) return [`the status ${given.status} is not described`];
  const path = [...at, 'responses', key];
  return [...bodyDeviations(path, given), ...headerDeviations(path, given)];
}

/**
 * The operation of a request to the service, by method and path; null for a path that is not in the document. Of
 * several paths that match, the one with the most literal parts counts, whatever its methods.
 */
export function operationAt(method: string, path: string): string | null {
  const asked = withoutVersion(path.split('?')[0] ?? '').split('/');
  const { operations } = loadDocument();
  const literals = (template: string) => template.split('/').filter((part) => !part.startsWith('{')).length;
  const matching = [...operations].filter(([, [, template = '']]) => {
    const parts = withoutVersion(template).split('/');
    if (parts.length !== asked.length) return false;
    return parts.every((part, index) => part === asked[index] || (part.startsWith('{') && asked[index]));
  });
  const most = Math.max(...matching.map(([, [, template = '']]) => literals(template)));
  const found = matching.find(
    ([, [, template = '', verb]]) => literals(template) === most && verb === method.toLowerCase(),
  );
  return found?.[0] ?? null;
}

const withoutVersion = (path: string) => path.replace(/^\/v1(?=\/|$)/, '');

/** What the document states about one response of an operation, read once. */
interface DescribedResponse {
  /** The schema of each media type, null for a type without one; null for a response without a body. */
  content: Map<string, Path | null> | null;
  headers: { name: string; required: boolean; isNumber: boolean; schema: Path | null }[];
  /** The headers of the document that this response does not have. */
  otherHeaders: string[];
}

function responseAt(path: Path): DescribedResponse {
  const { responses } = loadDocument();
  const name = path.join('\n');
  const known = responses.get(name) ?? readResponse(path);
  responses.set(name, known);
  return known;
}

function readResponse(path: Path): DescribedResponse {
  const { document } = loadDocument();
  const at = resolved(document, path);
  const { content, headers = {} } = find(document, at) as unknown as Described;
  const all = Object.keys((document.components as Record<string, Json>).headers ?? {});
  const types = Object.entries(content ?? {}).map(([type, { schema }]): [string, Path | null] => [
    mediaType(type),
    schema ? [...at, 'content', type, 'schema'] : null,
  ]);
  return {
    content: content ? new Map(types) : null,
    headers: Object.keys(headers).map((name) => {
      const header = resolved(document, [...at, 'headers', name]);
      const { required = false, schema } = find(document, header) as { required?: boolean; schema?: Json };
      const isNumber = ['integer', 'number'].includes(String(schema?.type));
      return { name, required, isNumber, schema: schema ? [...header, 'schema'] : null };
    }),
    otherHeaders: all.filter((name) => !(name in headers)),
  };
}

function bodyDeviations(path: Path, given: Given): string[] {
  const { content } = responseAt(path);
  if (!content) return given.text === '' ? [] : ['there is a body, and none is described'];
  const type = mediaType(String(headersOf(given).get('content-type') ?? ''));
  const schema = content.get(type);
  if (schema === undefined)
    return [`the type ${type || '(none)'} is not described, but ${[...content.keys()].join(', ')}`];
  if (schema === null) return [];
  const isJson = /[/+]json$/.test(type);
  let value: unknown = given.text;
  if (isJson) {
    try {
      value = JSON.parse(given.text);
    } catch {
      return ['the body is not JSON'];
    }
  }
  const wrong = schemaDeviations(schema, value, 'the body');
  const said = type === 'application/problem+json' ? (value as Json).status : given.status;
  return said === given.status ? wrong : [...wrong, `the problem says ${said}`];
}

function headerDeviations(path: Path, given: Given): string[] {
  const { headers, otherHeaders } = responseAt(path);
  const values = headersOf(given);
  const wrong = headers.flatMap(({ name, required, isNumber, schema }) => {
    const value = values.get(name.toLowerCase());
    if (value === undefined) return required ? [`the header ${name} is missing`] : [];
    if (!schema) return [];
    const read = isNumber && /^-?\d+(\.\d+)?$/.test(String(value)) ? Number(value) : String(value);
    return schemaDeviations(schema, read, `the header ${name}`);
  });
  const undocumented = otherHeaders.filter((name) => values.get(name.toLowerCase()) !== undefined);
  return [...wrong, ...undocumented.map((name) => `the header ${name} is not documented`)];
}

function schemaDeviations(path: Path, value: unknown, what: string): string[] {
  const validate = validatorAt(path);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const more = params.unevaluatedProperty ?? params.additionalProperty ?? params.allowedValues ?? '';
    return `${what}${instancePath}: ${message}${more === '' ? '' : ` (${String(more)})`}`;
  });
}

function validatorAt(path: Path): ValidateFunction {
  const { ajv, validators } = loadDocument();
  const name = path.join('\n');
  const known = validators.get(name);
  if (known) return known;
  const made = ajv.compile({ $ref: `document#/${path.map(escaped).join('/')}` });
  validators.set(name, made);
  return made;
}

const escaped = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

/** The object itself, or the target of its `$ref`. */
function resolved(document: Json, path: Path): Path {
  const { $ref } = find(document, path) as { $ref?: string };
  if (!$ref) return path;
  const names = $ref.replace(/^#\//, '').split('/');
  return resolved(
    document,
    names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')),
  );
}

function find(document: Json, path: Path): Json {
  const found = path.reduce<unknown>((inside, name) => (inside as Json | undefined)?.[name], document);
  if (typeof found !== 'object' || found === null) throw new Error(`The document has no ${path.join(' > ')}.`);
  return found as Json;
}

const mediaType = (value: string) => value.split(';')[0]!.trim().toLowerCase();

function headersOf({ headers }: Given): Map<string, unknown> {
  return new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
