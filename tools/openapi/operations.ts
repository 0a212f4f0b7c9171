import type * as z from 'zod/mini';
import { resourceOf } from '../../lib/bundle/endpoints.ts';
import type { DocumentedOperation } from '../../lib/core/api/define-operation.ts';
import type { EventDocs } from '../../lib/core/events/event-module.ts';
import { stage } from '../../lib/stack/stages.ts';
import type { EventKind } from '../../lib/webhooks/events/events.ts';
import { payloadSample } from '../../lib/webhooks/events/sample-events.ts';
import { problemResponses } from './error-responses.ts';
import { exampleOf } from './examples.ts';
import { headersOf } from './headers.ts';
import { parametersOf } from './parameters.ts';
import { eventSchemas } from './schema-names.ts';
import type { Json, Schemas } from './schemas.ts';

/** The stage whose plans the document states. */
const PRODUCTION = stage('production', undefined, { alarmEmail: 'none' });

/** Describe an endpoint as an operation of the OpenAPI document. */
export function operationOf(operation: DocumentedOperation, schemas: Schemas): Json {
  const { audience = 'client' } = operation;
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: descriptionOf(operation),
    tags: [resourceOf(operation.id)],
    security: securityOf(operation),
    ...(typeof operation.permissions === 'object' ? { 'x-permissions': operation.permissions } : {}),
    ...(audience === 'client' ? {} : { 'x-audience': audience }),
    ...paginationOf(operation),
    ...(operation.plan ? { 'x-plan': PRODUCTION[operation.plan] } : {}),
    ...parametersOf(operation, schemas),
    ...bodyOf(operation, schemas),
    responses: { ...successesOf(operation, schemas), ...problemResponses(operation) },
  };
}

/** Name the field of a list that has its items, and the field that has the `cursor` of its next page. */
function paginationOf({ response }: DocumentedOperation): Json {
  const { shape = {} } = response() as { shape?: Record<string, z.ZodMiniType> };
  if (!('pagination' in shape)) return {};
  const [items] = Object.entries(shape).find(([, { _zod }]) => _zod.def.type === 'array')!;
  return { 'x-pagination': { items, cursor: 'pagination.next_cursor' } };
}

function descriptionOf({ description, permissions, plan }: DocumentedOperation): string {
  const names = typeof permissions === 'object' ? permissions.map((each) => `\`${each}\``) : [];
  const needs = names.length > 0 ? `Requires ${names.join(' or ')}.` : '';
  const least = plan ? `Requires the ${PRODUCTION[plan]} plan.` : '';
  return [description, needs, least].filter(Boolean).join('\n\n');
}

/** List the security requirements: any one of the permissions, by either token scheme. */
function securityOf({ permissions, body, readsSession }: DocumentedOperation): Json[] {
  if (readsSession === 'optional') return [{}, { sessionCookie: [] }];
  if (readsSession) return [{ sessionCookie: [] }];
  if (body === 'custom') return [{}, { basic: [] }];
  if (permissions === 'none') return [];
  const scopes = permissions === 'token' ? [[]] : permissions.map((permission) => [permission]);
  return [{ bearer: [] }, ...scopes.map((scope) => ({ oauth2: scope }))];
}

function bodyOf(operation: DocumentedOperation, schemas: Schemas): Json {
  const body = documentedBody(operation);
  if (!body) return {};
  const schema = schemas.of(body, 'input');
  const media = { schema, example: bodyExample(operation) ?? exampleOf(schema, schemas.components) };
  // The body is optional when every field is optional.
  const required = typeof operation.body === 'string' || !operation.body.safeParse({}).success;
  const content: Json = operation.body === 'form' ? {} : { 'application/json': media };
  if (operation.body === 'custom' || operation.body === 'form') content['application/x-www-form-urlencoded'] = media;
  return { requestBody: { required, content } };
}

/** Get the schema of the request body; null if the endpoint accepts none. */
export function documentedBody({ body, openapiBody }: DocumentedOperation): z.ZodMiniType | null {
  if (openapiBody) return openapiBody();
  return typeof body === 'string' ? null : body;
}

// The times of an example are fixed so that the document does not change from day to day.
const EXAMPLE_TIMES: Record<string, string> = {
  '{{yesterday}}': '2026-11-19T10:30:00+01:00',
  '{{tomorrow}}': '2026-11-20T10:30:00+01:00',
};

function bodyExample({ example }: DocumentedOperation): unknown {
  if (example?.body === undefined) return undefined;
  const text = JSON.stringify(example.body).replaceAll(/\{\{\w+\}\}/g, (name) => EXAMPLE_TIMES[name] ?? name);
  return JSON.parse(text);
}

function successesOf(operation: DocumentedOperation, schemas: Schemas): Record<string, Json> {
  const statuses = [operation.status, ...(operation.alternateStatus ? [operation.alternateStatus] : [])];
  const content = contentOf(operation, schemas);
  const responses = statuses.map((status) => [
    String(status),
    { description: `${SUCCESSES[status]}.`, ...headersOf(operation, status), content },
  ]);
  const headers = headersOf(operation, 304);
  const isFile = 'ETag' in headers.headers && operation.permissions === 'none';
  return {
    ...Object.fromEntries(responses),
    ...(isFile ? { 304: { description: 'Not modified.', ...headers } } : {}),
  };
}

const SUCCESSES: Record<number, string> = {
  200: 'Success',
  201: 'Created',
  202: 'Accepted and in progress',
  303: 'Redirect to the selection page',
};

function contentOf(operation: DocumentedOperation, schemas: Schemas): Json {
  const types = operation.contentTypes ?? ['application/json'];
  return Object.fromEntries(
    types.map((type) => {
      if (!/json$/.test(type)) return [type, { schema: { type: 'string' } }];
      const schema = schemas.of(operation.response(), 'output');
      return [type, { schema, example: exampleOf(schema, schemas.components) }];
    }),
  );
}

/** Describe the webhook request that delivers an event. */
export function eventRequestOf(kind: EventKind, { description, permission }: EventDocs, schemas: Schemas): Json {
  const { name, schema } = eventSchemas().get(kind)!;
  const header = (title: string, text: string, example: string) => ({
    name: title,
    in: 'header',
    required: true,
    description: text,
    schema: { type: 'string' },
    example,
  });
  return {
    operationId: kind,
    summary: kind,
    description: `${description} An endpoint receives it while the member and the API key in its \`authorized_by\` have the permission \`${permission}\`. Respond with a 2xx status within 15 seconds; otherwise the delivery is retried.`,
    'x-permissions': [permission],
    tags: ['payloads'],
    security: [],
    parameters: [
      header('webhook-id', 'The id of the event. Identical for every attempt.', payloadSample(kind).id),
      header('webhook-timestamp', 'Unix time of the attempt, in seconds.', '1795167000'),
      header(
        'webhook-signature',
        'Standard Webhooks signatures: `v1,` followed by the signature, separated by spaces.',
        'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
      ),
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: schemas.of(schema, 'output', name), example: payloadSample(kind) },
      },
    },
    responses: {
      '2XX': { description: 'Received.' },
      410: { description: 'Disables the webhook endpoint.' },
    },
  };
}
