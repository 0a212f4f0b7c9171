import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { PROBLEM_TYPES } from '../../../lib/app/problems/problem-types.ts';
import { allEndpoints } from '../../../lib/bundle/endpoints.ts';
import { PLATFORMS } from '../../../lib/platforms/platforms.ts';
import { EVENT_KINDS } from '../../../lib/webhooks/events/events.ts';
import { payloadSample } from '../../../lib/webhooks/events/sample-events.ts';
import { clientDocument } from '../../../tools/openapi/client-document.ts';
import { openapi } from '../../../tools/openapi/openapi.ts';
import { placesOf } from '../../../tools/openapi/schema-places.ts';
import { schemasUsedBy } from '../../../tools/openapi/used-schemas.ts';
import { lintDocument } from './lint-document.ts';

// What generators of clients require of the documents. Each describes a defect that made some of them fail.

type Json = Record<string, unknown>;
interface Operation {
  operationId: string;
  security: Json[];
  parameters?: Json[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: Json }> }>;
  'x-error-codes': string[];
  'x-pagination'?: { items: string; cursor: string };
}
interface Document extends Json {
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, Json>>;
}

const copy = (document: Json) => JSON.parse(JSON.stringify(document)) as Document;
const client = copy(clientDocument());
const whole = copy(openapi());
const schemas = client.components.schemas!;
const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, request: `${method} ${path}` })),
  );
const operations = operationsOf(client);

/** The part of a schema that is not its description. */
const withoutDocs = ({ description: _, examples: __, default: ___, ...value }: Json) => value;

const nameIn = ($ref: unknown) => String($ref).replace('#/components/schemas/', '');

function bodyOf({ responses }: Operation): Json {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))![1];
  return schemas[nameIn(success.content!['application/json']!.schema.$ref)]!;
}

describe('the client document', () => {
  it('has the operations with a token, and the others that programs use', () => {
    const withToken = allEndpoints().flatMap(([id, { permissions }]) => (permissions === 'none' ? [] : id));
    const others = ['auth.token', 'problems.get', 'problems.list', 'sandbox.get-post', 'team.accept-invitation'];
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual([...withToken, ...others].sort());
  });

  it('has no operation of browsers, platforms and device logins, which the other document marks', () => {
    const marked = operationsOf(whole).flatMap((each) => ('x-audience' in each ? each.request : []));
    expect(marked).toContain('get /openapi.json');
    expect(marked).toContain('post /inbound/{platform}/{account}');
    expect(marked).toContain('post /auth/passkeys');
    expect(marked).toContain('post /auth/device');
    expect(marked).not.toContain('get /content');
    expect(operations.filter(({ request }) => marked.includes(request))).toEqual([]);
  });

  it('has the schemas of events, but not the webhooks, which become methods', () => {
    expect(client).not.toHaveProperty('webhooks');
    const names = ((schemas.Event as { anyOf: Json[] }).anyOf ?? []).map(({ $ref }) => nameIn($ref));
    expect(names).toEqual([...EVENT_KINDS.map(() => expect.stringMatching(/Event$/)), 'OtherEvent']);
    expect(names).toContain('ContentPublishedEvent');
    expect(names.filter((name) => !schemas[name])).toEqual([]);
  });

  it('has the address of a server first, not a path', () => {
    expect(client.servers[0]!.url).toBe('https://api.example.com/v1');
    const { oauth2 } = client.components.securitySchemes as Record<string, { flows: { clientCredentials: Json } }>;
    expect(oauth2!.flows.clientCredentials.tokenUrl).toBe('https://api.example.com/v1/auth/token');
  });

  it('uses each of its schemas, and has each that it uses', () => {
    const used = schemasUsedBy([client.paths, client.components.responses, schemas.Event], schemas);
    expect([...used].sort()).toEqual(Object.keys(schemas).sort());
  });

  it('describes each request and each response as JSON with a named schema', () => {
    for (const { operationId, requestBody, responses } of operations) {
      const parts = [requestBody, ...Object.values(responses)];
      const contents = parts.map((each) => each?.content).filter((content) => content !== undefined);
      expect(contents.length, operationId).toBeGreaterThan(0);
      for (const content of contents) {
        expect(Object.keys(content), operationId).toEqual(['application/json']);
        expect(content['application/json']!.schema, operationId).toHaveProperty('$ref');
      }
    }
  });

  it('passes a public linter, except for rules that its purpose breaks', async () => {
    // One response for all problems; known values that only `x-open-enum` references; a server that is an example.
    const broken = ['operation-4xx-response', 'no-unused-components', 'no-server-example.com'];
    expect(await lintDocument('openapi-client.json', broken)).toEqual([]);
  });
});

describe('the error responses of an operation of the client document', () => {
  it('are one default response with the schema Problem', () => {
    for (const { operationId, responses } of operations) {
      const errors = Object.entries(responses).filter(([status]) => !status.startsWith('2'));
      expect(errors, operationId).toEqual([['default', { $ref: '#/components/responses/Problem' }]]);
    }
    expect(schemas).toHaveProperty('Problem');
  });

  it('have the codes of the operation as `x-error-codes`', () => {
    const byId = new Map(operations.map((each) => [each.operationId, each['x-error-codes']]));
    for (const [id, codes] of byId) {
      expect(codes, id).toContain('quota-exceeded');
      expect(
        codes.filter((code) => !PROBLEM_TYPES.has(code)),
        id,
      ).toEqual([]);
      expect(new Set(codes).size, id).toBe(codes.length);
    }
    expect(byId.get('content.get')).toContain('not_found');
    expect(byId.get('content.list')).not.toContain('not_found');
    expect(schemas.ProblemCode!.enum).toEqual([...PROBLEM_TYPES.keys()]);
  });
});

describe('a list', () => {
  it('names the field of its items and that of the cursor of the next page', () => {
    const lists = operations.filter(({ parameters }) => parameters?.some(({ name }) => name === 'cursor'));
    expect(lists.length).toBeGreaterThanOrEqual(14);
    for (const operation of lists) {
      const { items, cursor } = operation['x-pagination']!;
      const { properties } = bodyOf(operation) as { properties: Record<string, Json> };
      expect(properties[items], operation.operationId).toMatchObject({ type: 'array' });
      expect(cursor).toBe('pagination.next_cursor');
      expect(schemas.Pagination).toHaveProperty('properties.next_cursor');
    }
    const others = operations.filter((each) => !lists.includes(each));
    expect(others.filter((each) => each['x-pagination'])).toEqual([]);
  });
});

describe('the schemas of the client document', () => {
  it('have no alternatives that only require fields', () => {
    const conditional = placesOf(client).filter(({ schema }) =>
      [schema.anyOf, schema.oneOf].some((list) =>
        (list as Json[] | undefined)?.some(({ required, type }) => required && !type),
      ),
    );
    expect(conditional.map(({ path }) => path)).toEqual([]);
    expect(schemas.ScheduleCreate).not.toHaveProperty('anyOf');
    expect(schemas.MediaItem).not.toHaveProperty('oneOf');
  });
});

describe('a list of values', () => {
  it('is closed in requests', () => {
    const sent = schemasUsedBy(
      operations.map(({ parameters, requestBody }) => [parameters, requestBody]),
      schemas,
    );
    for (const name of ['PlatformName', 'MediaType', 'Role']) expect(sent).toContain(name);
    const open = placesOf(client).filter(({ schema, path, io }) => {
      const isSent = io === 'input' || sent.has(path.replace(/[.[{|].*$/, ''));
      return isSent && 'x-open-enum' in schema;
    });
    expect(open.map(({ path }) => path)).toEqual([]);
  });

  it('is open in responses and events: a text, with a reference to the known values', () => {
    expect(withoutDocs((schemas.Account!.properties as Record<string, Json>).platform!)).toEqual({
      type: 'string',
      'x-open-enum': { $ref: '#/components/schemas/Platform' },
    });
    expect(schemas.Platform!.enum).toEqual([...PLATFORMS]);
    const received = [operations.map(({ responses }) => responses), client.components.responses, schemas.Event];
    const referenced = JSON.parse(
      JSON.stringify([received, schemas], (key, value) => (key === 'x-open-enum' ? undefined : value)),
    ) as [unknown, Record<string, Json>];
    const used = schemasUsedBy(referenced[0], referenced[1]);
    expect(used.size).toBeGreaterThan(100);
    expect([...used].filter((name) => 'enum' in schemas[name]! || 'propertyNames' in schemas[name]!)).toEqual([]);
  });

  it('is marked in the other document where responses have it', () => {
    const { Platform, PlatformName } = whole.components.schemas!;
    expect(Platform).toHaveProperty('x-open-enum', true);
    expect(PlatformName).not.toHaveProperty('x-open-enum');
  });
});

describe('a value that a client does not know', () => {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(client, 'client');
  const matches = (schema: string, value: unknown) =>
    ajv.validate({ $ref: `client#/components/schemas/${schema}` }, value);

  it('is accepted as a platform of a response, and as a field', () => {
    const [, example] = Object.entries(
      client.paths['/accounts/{id}']!.get!.responses['200']!.content!['application/json'] as unknown as Json,
    ).find(([name]) => name === 'example')!;
    expect(matches('Account', example)).toBe(true);
    expect(matches('Account', { ...(example as Json), platform: 'a-new-platform', a_new_field: 1 })).toBe(true);
  });

  it.each(EVENT_KINDS)('is accepted as the type of an event, while %s matches its own schema', (kind) => {
    const sample = payloadSample(kind);
    const own = (schemas.Event as { anyOf: { $ref: string }[] }).anyOf
      .map(({ $ref }) => nameIn($ref))
      .filter((name) => name !== 'OtherEvent' && matches(name, sample));
    expect(own).toHaveLength(1);
    expect(matches('Event', { ...sample, type: 'a.new-kind', data: { a: 1 } })).toBe(true);
  });
});

describe('the event of a list', () => {
  it('may have no payload, because the token may not read it', () => {
    const event = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../../events/payloads/content.published.json'), 'utf8'),
    ) as Json;
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema(client, 'client');
    expect(ajv.validate({ $ref: 'client#/components/schemas/OtherEvent' }, { ...event, data: null })).toBe(true);
  });
});
