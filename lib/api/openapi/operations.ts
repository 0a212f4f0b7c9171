import type { EventDocs } from '../../events/event-module.ts';
import type { EventKind } from '../../events/events.ts';
import { payloadSample } from '../../events/sample-events.ts';
import { stage } from '../../stack/stages.ts';
import { TokenRequestForms } from '../requests.ts';
import { RESPONSE_SCHEMAS } from '../route-responses.ts';
import type { Operation, Route } from '../routes.ts';
import { problemResponses } from './error-responses.ts';
import { exampleOf } from './examples.ts';
import { headersOf } from './headers.ts';
import { OPERATION_DOCS } from './operation-docs.ts';
import { parametersOf } from './parameters.ts';
import { eventSchemas, tagOf } from './schema-names.ts';
import type { Json, Schemas } from './schemas.ts';

/** One row of the route table as the document has it. */
export function operationOf(operation: Operation, route: Route, schemas: Schemas): Json {
  return {
    operationId: operation,
    summary: route.summary,
    description: descriptionOf(operation, route),
    tags: [tagOf(operation)],
    security: securityOf(route),
    ...(typeof route.permissions === 'object' ? { 'x-permissions': route.permissions } : {}),
    ...(route.plan ? { 'x-plan': stage('production')[route.plan] } : {}),
    ...parametersOf(operation, route, schemas),
    ...bodyOf(route, schemas),
    responses: { ...successesOf(operation, route, schemas), ...problemResponses(operation, route) },
  };
}

function descriptionOf(operation: Operation, { permissions, plan }: Route): string {
  const names = typeof permissions === 'object' ? permissions.map((each) => `\`${each}\``) : [];
  const needs = names.length > 0 ? `Needs ${names.length > 1 ? 'any one of ' : ''}${names.join(', ')}.` : '';
  const least = plan ? `Needs the ${stage('production')[plan]} plan.` : '';
  return [OPERATION_DOCS[operation], needs, least].filter(Boolean).join('\n\n');
}

/** Any one of the permissions is enough, and a token is a token however it was got. */
function securityOf({ permissions, body }: Route): Json[] {
  if (body === 'custom') return [{}, { basic: [] }];
  if (permissions === 'none') return [];
  const scopes = permissions === 'token' ? [[]] : permissions.map((permission) => [permission]);
  return [{ bearer: [] }, ...scopes.map((scope) => ({ oauth2: scope }))];
}

function bodyOf(route: Route, schemas: Schemas): Json {
  if (route.body === 'none') return {};
  const body = route.openapiBody ?? (typeof route.body === 'string' ? TokenRequestForms : route.body);
  const schema = schemas.of(body, 'input');
  const media = { schema, example: exampleOf(schema, schemas.components) };
  // No body at all is enough where every field is optional.
  const required = typeof route.body === 'string' || !route.body.safeParse({}).success;
  const content: Json = { 'application/json': media };
  if (route.body === 'custom') content['application/x-www-form-urlencoded'] = media;
  return { requestBody: { required, content } };
}

function successesOf(operation: Operation, route: Route, schemas: Schemas): Record<string, Json> {
  const statuses = [route.status, ...(route.alternateStatus ? [route.alternateStatus] : [])];
  const content = contentOf(operation, route, schemas);
  const answers = statuses.map((status) => [
    String(status),
    { description: `${WORDS[status] ?? 'Done'}.`, ...headersOf(route, status), content },
  ]);
  const headers = headersOf(route, 304);
  const isFile = 'ETag' in headers.headers && route.permissions === 'none';
  return {
    ...Object.fromEntries(answers),
    ...(isFile ? { 304: { description: 'Not modified.', ...headers } } : {}),
  };
}

const WORDS: Record<number, string> = { 200: 'Done', 201: 'Made', 202: 'Begun, and not finished yet' };

function contentOf(operation: Operation, route: Route, schemas: Schemas): Json {
  const types = route.contentTypes ?? ['application/json'];
  return Object.fromEntries(
    types.map((type) => {
      if (!/json$/.test(type)) return [type, { schema: { type: 'string' } }];
      const schema = schemas.of(RESPONSE_SCHEMAS[operation], 'output');
      return [type, { schema, example: exampleOf(schema, schemas.components) }];
    }),
  );
}

/** The request a receiver gets of an event. */
export function eventRequestOf(kind: EventKind, { description }: EventDocs, schemas: Schemas): Json {
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
    description: `${description} Respond with a 2xx status within 15 seconds; otherwise the delivery is retried.`,
    tags: ['payloads'],
    security: [],
    parameters: [
      header('webhook-id', 'The id of the event: the same at every attempt.', payloadSample(kind).id),
      header('webhook-timestamp', 'Of this attempt, in seconds since 1970.', '1795167000'),
      header(
        'webhook-signature',
        'Standard Webhooks: `v1,` and a signature, several with a space between.',
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
