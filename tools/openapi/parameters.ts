import { parameterDoc } from '../../lib/bundle/resources.ts';
import type { DocumentedOperation } from '../../lib/core/api/define-operation.ts';
import type { ParameterDoc } from '../../lib/core/api/define-resource.ts';
import { FIELD_DOCS } from './field-docs.ts';
import type { Json, Schemas } from './schemas.ts';

const CURSOR = 'WyIwMUswMDAwMDAwIiwyXQ.kq0zXb3nVQm9sT1yRfPq2w';

/** The query parameters that several resources have. */
// biome-ignore format: one row per line is what makes it a table.
const QUERY: Record<string, ParameterDoc> = {
  page: ['Page number, starting at 1. Offset pagination is limited to the first 2,000 items; use `cursor` beyond that. Cannot be combined with `cursor` or `limit`.', 1],
  per_page: ['Number of items per page.', 20],
  cursor: ['The `next_cursor` of the previous page, used with the same filters.', CURSOR],
  limit: ['Number of items per page, for cursor pagination.', 20],
  platform: ['Only include this platform.', 'x'],
  account_id: ['Only include this platform account. Cannot be combined with `platform`.', 'acc_01K00000000000000000000000'],
  label: ['Only include items that have the label with this name, regardless of case.', 'Product news'],
  campaign: ['Only include items of the campaign with this name, regardless of case.', 'Summer campaign'],
  content_id: ['Only include this content item.', 'cnt_01K00000000000000000000000'],
  from: ['Start of the time range, inclusive, in RFC 3339.', '2026-11-01T00:00:00Z'],
  to: ['End of the time range, exclusive, in RFC 3339.', '2026-12-01T00:00:00Z'],
};

/** Describe the path, query and header parameters of an operation. */
export function parametersOf(operation: DocumentedOperation, schemas: Schemas): { parameters?: Json[] } {
  const parameters = [...pathParameters(operation), ...queryParameters(operation, schemas)];
  // A PUT accepts it from agents only. A client library that sent it with every PUT would rely on what it does not get.
  if (operation.method === 'POST' && operation.permissions !== 'none') {
    parameters.push({ $ref: '#/components/parameters/IdempotencyKey' });
  }
  if (operation.ifMatch) parameters.push({ $ref: '#/components/parameters/IfMatch' });
  return parameters.length > 0 ? { parameters } : {};
}

function pathParameters({ id, path }: DocumentedOperation): Json[] {
  return [...path.matchAll(/\{([a-z_]+)\}/g)].map(([, name = '']) => {
    const [description, example] = parameterDoc(id, 'path', name) ?? [];
    return {
      name,
      in: 'path',
      required: true,
      ...documentation(description, example),
      schema: { type: 'string' },
    };
  });
}

function queryParameters({ id, query }: DocumentedOperation, schemas: Schemas): Json[] {
  const { properties = {}, required = [] } = schemas.of(query, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => {
    const { description: own, examples: _, ...rest } = schema;
    // A field with this name may have a different meaning in responses, which FIELD_DOCS describes.
    const documented = parameterDoc(id, 'query', name) ?? QUERY[name];
    const [description, example, bounds] = documented ?? [own, FIELD_DOCS[name]?.[1]];
    return {
      name,
      in: 'query',
      ...(required.includes(name) ? { required: true } : {}),
      ...documentation(String(description ?? ''), example),
      schema: asTyped(rest, bounds ?? BOUNDS[name]),
    };
  });
}

const documentation = (description: string | undefined, example: unknown): Json => ({
  ...(description ? { description } : {}),
  ...(example === undefined ? {} : { example }),
});

/** The bounds of these. */
const BOUNDS: Record<string, Json> = {
  page: { maximum: 2_000, default: 1 },
  per_page: { maximum: 100, default: 20 },
  limit: { maximum: 100, default: 20 },
};

/** Get the schema of the value that the text of a query parameter represents. */
function asTyped(schema: Json, bounds: Json = {}): Json {
  if (/^\^\\d\{1,\d+\}\$$/.test(String(schema.pattern))) {
    return { type: 'integer', minimum: 1, ...bounds };
  }
  if (JSON.stringify(schema.enum) !== '["true","false"]') return schema;
  return { type: 'boolean', ...(schema.default === undefined ? {} : { default: schema.default === 'true' }) };
}

/** Parameters shared by several operations. */
export const SHARED_PARAMETERS: Record<string, Json> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A unique key for this request, quoted or unquoted. Repeating the request with the same key and body within 24 hours (for scheduled posts: until 24 hours after the scheduled time) returns the original response with `Idempotent-Replayed: true` and has no further effect.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '8e03978e-40d5-43e8-bc93-6894a57f9324',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of the object you want to change. If the object has changed, the request fails with 412 `precondition_failed` and returns the current `ETag`. Without this header, the last write wins.',
    schema: { type: 'string' },
    example: '"3"',
  },
};
