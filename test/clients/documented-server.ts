import { createServer } from 'node:http';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { listen } from '../../tools/local-stack/http.ts';

interface Operation {
  operationId: string;
  security?: object[];
  parameters?: { $ref?: string; in?: string; name: string; required?: boolean; example?: unknown }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object; example: object }> };
  responses: Record<string, { content: Record<string, { example: object }> }>;
}

/** An OpenAPI document, as far as requests are compared with it. */
export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: object;
}

/** A server on loopback that accepts documented requests alone. */
export interface DocumentedServer extends AsyncDisposable {
  origin: string;
  /** The ids of the operations that were requested, and what each request lacked, by the first part of the path. */
  requestsOf(client: string): string[];
}

/**
 * Start a server at `/<client>/v1` that compares each request with the document: its method, its path with the documented
 * values, its required parameters, and its body with the schema and the example. It responds with the documented example.
 */
export async function startDocumentedServer(document: Document): Promise<DocumentedServer> {
  const requests = new Map<string, string[]>();
  const compare = comparison(document);
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { pathname, search } = new URL(request.url ?? '', 'http://service');
      const [, client = '', , ...path] = pathname.split('/');
      const text = Buffer.concat(parts).toString();
      const { report, status, body } = compare(`${request.method} /${path.join('/')}`, search, text, request.headers);
      requests.set(client, [...(requests.get(client) ?? []), report]);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  const port = await listen(server, 0);
  return {
    origin: `http://127.0.0.1:${port}`,
    requestsOf: (client) => requests.get(client) ?? [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function comparison(document: Document) {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const value = (name: string) =>
        encodeURIComponent(
          String(operation.parameters?.find((each) => each.in === 'path' && each.name === name)?.example),
        );
      const request = `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => value(name))}`;
      const media = operation.requestBody?.content['application/json'];
      const validate = media && ajv.compile({ ...media.schema, components: document.components });
      return { ...operation, request, validate, example: media?.example };
    }),
  );
  return (
    request: string,
    search: string,
    text: string,
    headers: { authorization?: string; 'content-type'?: string },
  ) => {
    const operation = operations.find((each) => each.request === request);
    if (!operation) return { report: `${request} is not documented`, status: 404, body: {} };
    const { operationId, security, parameters = [], validate, example, responses } = operation;
    const isToken = operationId === 'auth.token';
    const query = new URLSearchParams(search);
    const missing = parameters.filter((each) => each.in === 'query' && each.required && !query.has(each.name));
    const needsToken = security?.length !== 0;
    const findings = [
      ...(needsToken && !/^(Bearer|Basic) \S/.test(headers.authorization ?? '') ? ['has no token'] : []),
      ...missing.map(({ name }) => `lacks the parameter ${name}`),
      ...(isToken ? [] : bodyFindings(text, validate, example)),
      ...(!isToken && text !== '' && headers['content-type'] !== 'application/json' ? ['is not JSON'] : []),
    ];
    const [status, success] = Object.entries(responses).find(([each]) => each.startsWith('2'))!;
    const body = lastPage(success.content['application/json']!.example);
    return { report: [operationId, ...findings].join(' '), status: Number(status), body };
  };
}

function bodyFindings(text: string, validate: ValidateFunction | undefined, example: object | undefined): string[] {
  if (!validate) return text === '' ? [] : ['has a body'];
  const body: unknown = JSON.parse(text === '' ? '{}' : text);
  if (!validate(body)) return [`has an invalid body: ${JSON.stringify(validate.errors)}`];
  return sameValues(body) === sameValues(example) ? [] : [`has another body than the example: ${text}`];
}

/** Go leaves out this flag where it is false, as the service does. */
const isAbsent = ([name, value]: [string, unknown]) => name === 'allow_duplicate' && value === false;

/** Write a value with its fields in order, and each time in UTC: libraries send times of their language. */
function sameValues(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === 'string' && /^\d{4}-\d\d-\d\dT/.test(each)) return new Date(each).toISOString();
    return each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(
          Object.entries(each)
            .filter((entry) => !isAbsent(entry))
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : each;
  });
}

function lastPage(example: object & { pagination?: object }): object {
  return example.pagination ? { ...example, pagination: { ...example.pagination, next_cursor: null } } : example;
}
