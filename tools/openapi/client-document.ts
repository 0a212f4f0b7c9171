import { openEnums } from './open-enums.ts';
import { openapi } from './openapi.ts';
import { placesOf } from './schema-places.ts';
import type { Json } from './schemas.ts';
import { schemasUsedBy } from './used-schemas.ts';

/** The address in examples, in place of that of a deployment. */
const SERVER = 'https://api.example.com/v1';

interface Operation extends Json {
  'x-audience'?: string;
  tags: string[];
  requestBody?: { content: Json };
  responses: Record<string, Response>;
}

interface Response extends Json {
  $ref?: string;
  content?: Json;
  'x-error-codes'?: string[];
}

type Paths = Record<string, Record<string, Operation>>;

/**
 * Build the OpenAPI document from which clients are generated: the operations of `whole` that programs use, with one
 * response for every problem and lists of values that new values can join. It is `openapi-client.json` of
 * `npm run documents`.
 */
export function clientDocument(whole: Json = openapi()): Json {
  const { webhooks: _, ...document } = JSON.parse(JSON.stringify(whole)) as Json;
  const { responses, examples: __, securitySchemes, ...components } = document.components as Record<string, Json>;
  const paths = clientPaths(document.paths as Paths, responses as Record<string, Response>);
  const schemas = components.schemas as Record<string, Json>;
  openEnums({ ...document, paths });
  for (const { schema } of placesOf({ ...document, paths })) removeConditions(schema);
  const used = schemasUsedBy([paths, schemas.Event, PROBLEM], schemas);
  const tags = new Set(Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((each) => each.tags)));
  return {
    ...document,
    servers: [
      { url: SERVER, description: 'A deployment; replace the host with that of yours' },
      { url: 'http://127.0.0.1:3000/v1', description: 'Local service' },
    ],
    tags: (document.tags as { name: string }[]).filter(({ name }) => tags.has(name)),
    paths,
    components: {
      ...components,
      securitySchemes: clientSecurity(securitySchemes!),
      responses: { Problem: PROBLEM },
      schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name))),
    },
  };
}

const PROBLEM = {
  description: 'A problem. `code` is one of the `x-error-codes` of the operation.',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

function clientPaths(paths: Paths, shared: Record<string, Response>): Paths {
  const withClientOperations = Object.entries(paths).map(([path, methods]): [string, Record<string, Operation>] => [
    path,
    Object.fromEntries(
      Object.entries(methods).flatMap(([method, operation]) =>
        operation['x-audience'] ? [] : [[method, clientOperation(operation, shared)]],
      ),
    ),
  ]);
  return Object.fromEntries(withClientOperations.filter(([, methods]) => Object.keys(methods).length > 0));
}

function clientOperation(operation: Operation, shared: Record<string, Response>): Operation {
  const { requestBody, responses, ...rest } = operation;
  const resolved = Object.entries(responses).map(([status, response]): [string, Response] => [
    status,
    response.$ref ? shared[response.$ref.slice(response.$ref.lastIndexOf('/') + 1)]! : response,
  ]);
  const successes = resolved.filter(([status]) => status.startsWith('2'));
  return {
    ...rest,
    'x-error-codes': resolved.flatMap(([, response]) => response['x-error-codes'] ?? []),
    ...(requestBody ? { requestBody: { ...requestBody, content: jsonOf(requestBody.content) } } : {}),
    responses: {
      ...Object.fromEntries(successes.map(([status, each]) => [status, { ...each, content: jsonOf(each.content!) }])),
      default: { $ref: '#/components/responses/Problem' },
    },
  };
}

/** Keep only JSON: a second media type gives the method of a generated client a second form. */
function jsonOf(content: Json): Json {
  return { 'application/json': content['application/json'] };
}

/**
 * Remove the conditions of a schema on which fields are present: generators take them for alternatives without fields.
 * The descriptions of the fields state them too.
 */
function removeConditions(schema: Json): void {
  delete schema.dependentRequired;
  for (const name of ['anyOf', 'oneOf']) {
    const alternatives = schema[name] as Json[] | undefined;
    if (alternatives?.every((each) => Object.keys(each).join() === 'required')) delete schema[name];
  }
}

function clientSecurity({ bearer, oauth2, basic }: Json): Json {
  const { flows, ...rest } = oauth2 as { flows: { clientCredentials: Json } };
  const clientCredentials = { ...flows.clientCredentials, tokenUrl: `${SERVER}/auth/token` };
  return { bearer, basic, oauth2: { ...rest, flows: { clientCredentials } } };
}
