import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { PROBLEM_TYPES } from '../../../lib/app/problems/problem-types.ts';
import { allEndpoints } from '../../../lib/bundle/endpoints.ts';
import { allResources } from '../../../lib/bundle/resources.ts';
import { PERMISSIONS } from '../../../lib/core/api/permission.ts';
import { PLATFORM_TABLE, PLATFORMS } from '../../../lib/platforms/platforms.ts';
import { exampleOf } from '../../../tools/openapi/examples.ts';
import { openapi } from '../../../tools/openapi/openapi.ts';
import { documentedBody } from '../../../tools/openapi/operations.ts';
import { lintDocument } from './lint-document.ts';

// Requirements of readers and of generated clients. These tests fail for a declaration, or a field of its
// schemas, that is not documented.

type Json = Record<string, unknown>;
interface Described extends Json {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Json[];
  parameters?: { $ref?: string; name: string; in: string; description?: string; example?: unknown }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { $ref?: string; content?: Record<string, Media> }>;
}
interface Media {
  schema: Json;
  example?: unknown;
  examples?: Json;
}

const document = JSON.parse(JSON.stringify(openapi())) as Json & {
  tags: { name: string; description: string }[];
  components: Record<string, Record<string, Json>>;
};
const paths = document.paths as Record<string, Record<string, Described>>;
const schemas = document.components.schemas!;
const rows = allEndpoints().map(([operation, route]) => {
  const described = paths[route.path.slice('/v1'.length)]![route.method.toLowerCase()]!;
  return [operation, route, described] as const;
});

/** Every field of a schema, with the names that lead to it. */
function fieldsOf(schema: Json, at: string): [string, Json][] {
  const { properties = {}, items, additionalProperties, anyOf, oneOf, allOf } = schema as Record<string, Json>;
  const inside = [items, additionalProperties, ...[anyOf, oneOf, allOf].flatMap((each) => each ?? [])];
  return [
    ...Object.entries(properties as Record<string, Json>).flatMap(([name, field]): [string, Json][] => [
      [`${at}.${name}`, field],
      ...fieldsOf(field, `${at}.${name}`),
    ]),
    ...inside.flatMap((each) => (typeof each === 'object' ? fieldsOf(each as Json, at) : [])),
  ];
}

const fields = Object.entries(schemas).flatMap(([name, schema]) => fieldsOf(schema, name));

describe('the introduction and the group of accounts', () => {
  it.each(PLATFORMS)('name %s', (platform) => {
    const { displayName } = PLATFORM_TABLE[platform];
    expect((document.info as Json).description).toMatch(
      new RegExp(`publishes content to .*\\b${displayName}\\b.*, and reports`),
    );
    expect(allResources().get('accounts')!.description).toMatch(new RegExp(`\\b${displayName}\\b`));
  });
});

describe('the schemas', () => {
  it('describe every field', () => {
    expect(fields.length).toBeGreaterThan(300);
    const without = fields.filter(([, { description }]) => !description).map(([at]) => at);
    expect(without, 'add a description to the schema, or a row to tools/openapi/field-docs.ts').toEqual([]);
  });

  it('have an example of every string and number that is not an enum', () => {
    const without = fields.filter(([, field]) => {
      const types = [field, ...((field.anyOf as Json[] | undefined) ?? [])].flatMap(({ type }) => type);
      const isPlain = types.some((type) => /^(string|number|integer)$/.test(String(type)));
      return isPlain && !('enum' in field) && !('const' in field) && !('examples' in field);
    });
    expect(without.map(([at]) => at)).toEqual([]);
  });

  it('are named for every JSON request and response body, so that generated clients have type names', () => {
    for (const [operation, { status }, { requestBody, responses }] of rows) {
      const media = [requestBody?.content, responses[status]!.content].flatMap(
        (content) => content?.['application/json'] ?? [],
      );
      for (const { schema } of media) expect(schema.$ref, operation).toMatch(/^#\/components\/schemas\//);
    }
  });

  it('of responses allow additional fields, because v1 only ever adds fields', () => {
    expect(schemas.Content).not.toHaveProperty('additionalProperties');
    expect(schemas.ContentCreate).toMatchObject({ additionalProperties: false });
  });
});

describe('the names that resources give to schemas', () => {
  const given = [...allResources().values()].flatMap(({ schemaNames = {} }) => Object.values(schemaNames));

  it('are those of schemas of the document', () => {
    expect(given.length).toBeGreaterThan(100);
    expect(given.filter((name) => !(name in schemas))).toEqual([]);
  });
});

describe.each(rows)('%s', (operation, route, described) => {
  it('has a summary, a description, a documented group and its authorization', () => {
    expect(described.summary.length).toBeGreaterThan(5);
    expect(described.description.length).toBeGreaterThan(described.summary.length / 2);
    expect(allResources().get(described.tags[0]!)?.description).toBeTruthy();
    if (typeof route.permissions !== 'object') return;
    for (const permission of route.permissions) {
      expect(described.description).toContain(`\`${permission}\``);
      expect(described.security).toContainEqual({ oauth2: [permission] });
    }
    expect(described.security).toContainEqual({ bearer: [] });
  });

  it('has a description and an example for every parameter', () => {
    for (const { $ref, name, description, example } of described.parameters ?? []) {
      if ($ref) continue;
      expect(description, name).toBeTruthy();
      expect(example, name).toBeDefined();
    }
  });

  it('has examples that match its request and response schemas', () => {
    const type = route.body === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
    const sent = described.requestBody?.content[type]?.example;
    const body = documentedBody(route);
    if (body) expect(issuesOf(body, sent)).toEqual([]);
    const answered = described.responses[route.status]!.content?.['application/json'];
    if (answered) expect(issuesOf(route.response(), answered.example)).toEqual([]);
  });

  it('lists its error responses by status, each with its code, and no others', () => {
    const statuses = Object.keys(described.responses);
    expect(statuses).not.toContain('default');
    expect(statuses).toEqual(expect.arrayContaining(['400', '413', '415', '429', '500', '503']));
    const isPage = (status: number) => route.errorPages?.includes(status) === true;
    const expected = (status: string, is: boolean) => expect(statuses.includes(status), status).toBe(is);
    // A platform webhook is rejected by its signature, and a platform verification by its token.
    const isToken = route.readsSession === true && route.setsSession !== true;
    expected('401', route.permissions !== 'none' || route.body === 'custom' || route.body === 'raw' || isToken);
    const isSameSite = route.errors?.includes('cross_site_request') === true;
    expected('403', route.permissions !== 'none' || operation === 'inbound.verify' || isPage(403) || isSameSite);
    expected('412', route.ifMatch === true);
    if (route.path.includes('{')) expected('404', true);
    if (typeof route.body === 'object') expected('422', true);
    for (const [status, codes] of Object.entries(codesOf(described))) {
      for (const code of codes) expect(PROBLEM_TYPES.get(code)?.status).toBe(Number(status));
    }
  });
});

function issuesOf(schema: z.ZodMiniType, value: unknown) {
  return schema.safeParse(value).error?.issues ?? [];
}

/** The codes of the problems an operation lists, by status. */
function codesOf({ responses }: Described): Record<string, string[]> {
  const rejected = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  return Object.fromEntries(
    rejected.map(([status, response]) => {
      const name = response.$ref?.split('/').at(-1);
      const { content } = name ? (document.components.responses![name] as typeof response) : response;
      return [status, Object.keys(content!['application/problem+json']?.examples ?? {})];
    }),
  );
}

describe('a query parameter', () => {
  it.each([
    ['analytics.trends', 'explain', 'Whether to include the values used to compute the ranking.'],
    ['analytics.trends', 'limit', 'Maximum number of topics and of hashtags to return.'],
    ['analytics.rank-content', 'limit', 'Number of items per page, for cursor pagination.'],
    ['content.list', 'platform', 'Only include this platform.'],
    ['content.list', 'from', 'Start of the time range, inclusive, in RFC 3339.'],
    ['analytics.performance', 'from', 'Start of the period, inclusive, in RFC 3339. Rounded up to the next full hour.'],
  ])('of %s is described as a parameter, not as the response field of the same name: %s', (operation, name, words) => {
    const [, , { parameters }] = rows.find(([each]) => each === operation)!;
    expect(parameters!.find((each) => each.name === name)).toMatchObject({ description: words });
  });
});

describe('the document', () => {
  it('lists every problem at some operation, except for an unsupported method and those of the MCP server', () => {
    const listed = new Set(rows.flatMap(([, , described]) => Object.values(codesOf(described)).flat()));
    const unlisted = [...PROBLEM_TYPES.keys()].filter((code) => !listed.has(code));
    expect(unlisted).toEqual(['agent_key_required', 'method_not_allowed']);
  });

  it('declares bearer and client credentials authentication, with every permission that is granted as a scope', () => {
    const { bearer, oauth2 } = document.components.securitySchemes as Record<string, Json>;
    expect(bearer).toMatchObject({ type: 'http', scheme: 'bearer' });
    const { clientCredentials } = oauth2!.flows as Record<string, Json>;
    expect(clientCredentials).toMatchObject({ tokenUrl: '/v1/auth/token' });
    expect(Object.keys(clientCredentials!.scopes as object).sort()).toEqual(
      PERMISSIONS.filter((each) => each !== 'content:override').sort(),
    );
  });

  it('describes every group it uses', () => {
    const used = new Set(rows.flatMap(([, , { tags }]) => tags));
    expect(new Set(document.tags.map(({ name }) => name))).toEqual(new Set([...used, 'payloads']));
  });

  it('generates an example of any schema, through references and alternatives', () => {
    const parts = { One: { type: 'object', properties: { a: { type: 'string', examples: ['x'] } } } };
    const schema = {
      type: 'array',
      items: { anyOf: [{ $ref: '#/components/schemas/One' }, { type: 'null' }] },
    };
    expect(exampleOf(schema, parts)).toEqual([{ a: 'x' }]);
  });

  it('passes a public linter with all its recommended rules as errors', async () => {
    expect(await lintDocument('openapi.json')).toEqual([]);
  });
});
