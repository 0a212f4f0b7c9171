import { PERMISSIONS } from '../../domain/identity/permission.ts';
import { EVENT_KINDS, EVENTS } from '../../events/events.ts';
import { Problem } from '../responses.ts';
import { allRoutes } from '../routes.ts';
import { problemExamples, sharedResponses } from './error-responses.ts';
import { HEADERS } from './headers.ts';
import { PERMISSION_DOCS, TAG_DOCS } from './operation-docs.ts';
import { eventRequestOf, operationOf } from './operations.ts';
import { SHARED_PARAMETERS } from './parameters.ts';
import { tagOf } from './schema-names.ts';
import { type Json, newSchemas } from './schemas.ts';

const BASE = '/v1';

const INTRODUCTION = `Content published to social platforms once, at its time, with honest numbers.

**Begin** with a key: exchange it at \`POST /auth/token\` and send the token with every other request.

**Times** are RFC 3339 in UTC. **Ids** are strings with a prefix. An answer may have more fields than are listed here, never fewer.

**Refusals** are \`application/problem+json\` (RFC 9457) with a \`code\`; \`type\` is the address of a page about it, and [this page](/v1/problems) has them all. A path that does not exist is 404, another method of one that does is 405 with \`Allow\`; there is no HEAD and no OPTIONS. What the gateway in front refuses (headers over 10 KB, a body over 10 MB) has no such body.

**Lists** take \`page\` and \`per_page\`, or \`cursor\` and \`limit\`. Follow \`Link: rel="next"\`, or \`next_cursor\`.

**Repeat** any POST that takes a token with the same \`Idempotency-Key\`, and its effect stays one.

**Limits** are those of the workspace, per minute, in \`RateLimit\` and \`X-RateLimit-*\`; over it, 429 with \`Retry-After\`.`;

/**
 * The OpenAPI 3.1 document of the service, read off the route table. `docs/openapi.json` is its committed
 * copy; a test compares the two. The stack puts it beside the function that answers `GET /v1/openapi.json`.
 */
export function openapi(): Json {
  const schemas = newSchemas();
  const paths: Record<string, Record<string, Json>> = {};
  for (const [operation, route] of allRoutes()) {
    const path = route.path.slice(BASE.length);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(operation, route, schemas) };
  }
  const webhooks = Object.fromEntries(
    EVENT_KINDS.map((kind) => [kind, { post: eventRequestOf(kind, EVENTS[kind], schemas) }]),
  );
  schemas.of(Problem, 'output');
  const used = new Set(allRoutes().map(([operation]) => tagOf(operation)));
  const tags = Object.entries(TAG_DOCS).filter(([name]) => name === 'payloads' || used.has(name));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Content Intelligence Service',
      version: '1.0.0',
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: BASE, description: 'The service this document was read from' },
      { url: 'http://127.0.0.1:3000/v1', description: 'The local service' },
    ],
    security: [{ bearer: [] }],
    tags: tags.map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      securitySchemes: SECURITY,
      parameters: SHARED_PARAMETERS,
      headers: HEADERS,
      examples: problemExamples(),
      responses: sharedResponses(paths),
      schemas: Object.fromEntries(Object.entries(schemas.components).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

const SECURITY = {
  bearer: { type: 'http', scheme: 'bearer', description: 'A token of `POST /auth/token`.' },
  oauth2: {
    type: 'oauth2',
    description: 'The same token, for clients that fetch it themselves. A scope is a permission.',
    flows: {
      clientCredentials: {
        tokenUrl: `${BASE}/auth/token`,
        scopes: Object.fromEntries(PERMISSIONS.map((each) => [each, PERMISSION_DOCS[each]])),
      },
    },
  },
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'Client id and client secret, for `POST /auth/token` alone.',
  },
};
