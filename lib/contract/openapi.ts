import * as z from 'zod';
import type { EventKind } from '../domain/events.ts';
import { allEvents, type EventRow, payloadSample, payloadSchema } from './event-catalogue.ts';
import { Problem } from './replies.ts';
import { TokenRequestForms } from './requests.ts';
import { allRoutes, type Operation, type Route } from './routes.ts';
import { stage } from './stages.ts';

const BASE = '/v1';

type Json = Record<string, unknown>;

/**
 * The OpenAPI 3.1 document of the service, read off the route table. `docs/openapi.json` is its committed
 * copy; a test compares the two.
 */
export function openapi(): Json {
  const paths: Record<string, Json> = {};
  for (const [operation, route] of allRoutes()) {
    const path = route.path.slice(BASE.length);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describe(operation, route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Content Intelligence Service',
      version: '1.0.0',
      description: 'Content published to social platforms once, at its time, with honest numbers.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: 'http://127.0.0.1:3000/v1', description: 'The local service' }],
    security: [{ bearer: [] }],
    paths,
    webhooks: Object.fromEntries(allEvents().map(([kind, row]) => [kind, { post: told(kind, row) }])),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: schemaOf(Problem, 'output') },
      responses: {
        Problem: {
          description: 'A problem (RFC 9457). `code` says which.',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
    },
  };
}

function describe(operation: Operation, route: Route): Json {
  const tag = operation.slice(0, operation.indexOf('.'));
  const succeeded = {
    description: route.summary,
    content: {
      'application/json': { schema: schemaOf(route.reply, 'output') },
      ...(route.alsoText ? { 'text/plain': { schema: { type: 'string' } } } : {}),
    },
  };
  return {
    operationId: operation,
    summary: route.summary,
    tags: [tag],
    ...(route.permissions === 'none' ? { security: [] } : {}),
    ...(typeof route.permissions === 'object'
      ? {
          description: `Needs any one of: ${route.permissions.join(', ')}.`,
          'x-permissions': route.permissions,
        }
      : {}),
    ...(route.plan ? { 'x-plan': stage('production')[route.plan] } : {}),
    ...parametersOf(route),
    ...bodyOf(route),
    responses: {
      [route.status]: { ...succeeded, ...headersOf(route) },
      ...(route.alsoStatus ? { [route.alsoStatus]: succeeded } : {}),
      default: { $ref: '#/components/responses/Problem' },
    },
  };
}

/** The request a receiver gets of an event. */
function told(kind: EventKind, { description }: EventRow): Json {
  const header = (name: string, text: string) => ({
    name,
    in: 'header',
    required: true,
    description: text,
    schema: { type: 'string' },
  });
  return {
    operationId: kind,
    summary: kind,
    description: `${description} Answer 2xx within 15 seconds; anything else is tried again.`,
    tags: ['webhooks'],
    security: [],
    parameters: [
      header('webhook-id', 'The id of the event: the same at every attempt.'),
      header('webhook-timestamp', 'Of this attempt, in seconds since 1970.'),
      header('webhook-signature', 'Standard Webhooks: `v1,` and a signature, several with a space between.'),
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: schemaOf(payloadSchema(kind), 'output'),
          example: payloadSample(kind),
        },
      },
    },
    responses: { '2XX': { description: 'Received.' } },
  };
}

function parametersOf(route: Route): Json {
  const query = schemaOf(route.query, 'input') as { properties?: Record<string, Json> };
  const parameters: Json[] = [...route.path.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  for (const [name, schema] of Object.entries(query.properties ?? {})) {
    parameters.push({ name, in: 'query', schema });
  }
  if (route.method === 'POST' && route.permissions !== 'none') {
    const schema = { type: 'string', minLength: 1, maxLength: 255 };
    parameters.push({ name: 'Idempotency-Key', in: 'header', schema });
  }
  if (route.ifMatch) {
    parameters.push({
      name: 'If-Match',
      in: 'header',
      description:
        'Does it only to the item as an `ETag` said it is, and is 412 `precondition_failed` otherwise, with the `ETag` of now. Without it, the last writer of a field wins.',
      schema: { type: 'string' },
      example: '"3"',
    });
  }
  return parameters.length > 0 ? { parameters } : {};
}

function headersOf(route: Route): Json {
  if (!route.etag) return {};
  const description = 'This state of the item, for `If-Match`. Another one after every change.';
  return { headers: { ETag: { description, required: true, schema: { type: 'string' }, example: '"3"' } } };
}

function bodyOf(route: Route): Json {
  if (route.body === 'none') return {};
  const body = route.documentedBody ?? (typeof route.body === 'string' ? TokenRequestForms : route.body);
  const schema = schemaOf(body, 'input');
  const content: Json = { 'application/json': { schema } };
  if (route.body === 'own') content['application/x-www-form-urlencoded'] = { schema };
  return { requestBody: { required: true, content } };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}
