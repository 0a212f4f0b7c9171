import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allEndpoints } from '../../lib/bundle/endpoints.ts';
import { allResources } from '../../lib/bundle/resources.ts';
import { GRANTABLE_PERMISSIONS, STAGE_PERMISSIONS } from '../../lib/core/api/permission.ts';
import { SESSION_COOKIE } from '../../lib/identity/pipeline/session-cookie.ts';
import { APPLICATION_PERMISSIONS } from '../../lib/identity/rules/oauth/authorization-request.ts';
import { ENUMERATED_PLATFORMS } from '../../lib/platforms/platform-names.ts';
import { EVENT_KINDS, EVENTS } from '../../lib/webhooks/events/events.ts';
import { problemExamples, sharedResponses } from './error-responses.ts';
import { HEADERS } from './headers.ts';
import { nameInlineSchemas } from './name-inline-schemas.ts';
import { markOpenEnums } from './open-enums.ts';
import { eventRequestOf, operationOf } from './operations.ts';
import { SHARED_PARAMETERS } from './parameters.ts';
import { PERMISSION_DOCS } from './permission-docs.ts';
import { Problem } from './problem-schema.ts';
import { eventSchemas } from './schema-names.ts';
import { type Json, newSchemas } from './schemas.ts';

const BASE = '/v1';

const PACKAGE = join(import.meta.dirname, '../../package.json');

const INTRODUCTION = `The Content Intelligence API schedules and publishes content to ${ENUMERATED_PLATFORMS}, and reports how it performs.

**Authentication.** Exchange an API key for an access token with \`POST /auth/token\` and send the token in the \`Authorization\` header of every request.

**Workspaces.** A request acts in the workspace of its access token. A stage key names it in the header \`Workspace\`: \`ws_…\`, or \`external:\` and a percent-encoded external id. The optional header \`Actor\` names who of your users has caused the request, in at most 255 printable ASCII characters, for the audit log.

**Formats.** Times are RFC 3339 in UTC. Ids are strings with a prefix. Responses can contain additional fields; ignore unknown fields. Values marked \`x-open-enum\` are those known today: accept others in responses.

**Errors.** Errors are returned as \`application/problem+json\` (RFC 9457) with a machine-readable \`code\`. \`type\` is the URL of a documentation page; see the [list of all problems](/v1/problems). Unknown paths return 404. Unsupported methods return 405 with an \`Allow\` header; HEAD and OPTIONS are not supported. Requests rejected by the gateway (headers over 10 KB, bodies over 10 MB) have a different body.

**Pagination.** Lists accept \`page\` and \`per_page\`, or \`cursor\` and \`limit\`. Use the \`Link\` header with \`rel="next"\`, or \`next_cursor\`, to request the next page. \`page\` reaches the first 2,000 items; \`cursor\` reaches all. \`total\` is counted up to 1,000: \`total_is_capped\` is true when there are more.

**Idempotency.** Send an \`Idempotency-Key\` with any authenticated POST request to retry it safely.

**Rate limits.** Requests are limited per workspace and minute, and without a token per IP address and minute. The \`RateLimit\` and \`X-RateLimit-*\` headers of every response report the current state. Requests over the limit fail with 429 and \`Retry-After\`.

# Client libraries

[The client libraries](/docs/clients/) are for TypeScript and JavaScript, Python, Go, Ruby and PHP: their page has each task in these languages and with curl, and each operation below has a sample in each of them.`;

/**
 * Build the OpenAPI 3.1 document from the declarations of the endpoints. The stack bundles it with the function behind
 * `GET /v1/openapi.json`.
 */
export function openapi(): Json {
  const schemas = newSchemas();
  const paths: Record<string, Record<string, Json>> = {};
  for (const [, operation] of allEndpoints()) {
    const path = operation.path.slice(BASE.length);
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationOf(operation, schemas) };
  }
  const webhooks = Object.fromEntries(
    EVENT_KINDS.map((kind) => [kind, { post: eventRequestOf(kind, EVENTS[kind], schemas) }]),
  );
  schemas.of(Problem(), 'output');
  addEventUnion(schemas.components);
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Content Intelligence Service',
      version: (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version,
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: BASE, description: 'This service' },
      { url: 'http://127.0.0.1:3000/v1', description: 'Local service' },
    ],
    security: [{ bearer: [] }],
    tags: [...allResources()].map(([name, { description }]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      securitySchemes: SECURITY,
      parameters: SHARED_PARAMETERS,
      headers: HEADERS,
      examples: problemExamples(),
      responses: sharedResponses(paths),
      schemas: schemas.components,
    },
  };
  nameInlineSchemas(document);
  markOpenEnums(document);
  const named = Object.entries(schemas.components).sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(named) } };
}

/**
 * Make `Event` the union of the payloads, which differ in `type`. `OtherEvent` accepts every other event: one whose payload
 * is null, and one of a type that the client does not know.
 */
function addEventUnion(schemas: Record<string, Json>): void {
  schemas.OtherEvent = schemas.Event!;
  const names = [...[...eventSchemas().values()].map(({ name }) => name), 'OtherEvent'];
  schemas.Event = { anyOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) };
}

const SECURITY = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An access token from `POST /auth/token`.' },
  oauth2: {
    type: 'oauth2',
    description:
      'The same access token, for clients that request it with OAuth 2.0. Scopes are permissions. Applications use the authorization code grant with PKCE, and a client id metadata document in place of a registration. The command line uses the device authorization grant (RFC 8628), for which OpenAPI 3.1 has no flow: `POST /auth/device` describes it.',
    flows: {
      authorizationCode: {
        authorizationUrl: '/authorize',
        tokenUrl: `${BASE}/auth/token`,
        refreshUrl: `${BASE}/auth/token`,
        scopes: Object.fromEntries(APPLICATION_PERMISSIONS.api.map((each) => [each, PERMISSION_DOCS[each]])),
      },
      clientCredentials: {
        tokenUrl: `${BASE}/auth/token`,
        scopes: Object.fromEntries(
          [...new Set([...GRANTABLE_PERMISSIONS, ...STAGE_PERMISSIONS])].map((each) => [each, PERMISSION_DOCS[each]]),
        ),
      },
    },
  },
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: SESSION_COOKIE,
    description:
      'The session cookie from `POST /auth/sessions`. Only for the endpoints of sessions, passkeys, device logins and authorizations.',
  },
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'Client id and client secret. Only for `POST /auth/token`.',
  },
};
