import * as z from 'zod/mini';
import { lazy } from '../../../core/api/lazy.ts';
import { lazyObject, permissionName } from '../../../core/api/response-fields.ts';
import { AgentBudgetsResponse } from '../keys/responses.ts';
import { namedWorkspace } from './responses.ts';

// No request parameter of a URL is longer.
const MAX_PARAMETER = 4096;

const parameter = (description: string, example: string) =>
  z.string().check(z.maxLength(MAX_PARAMETER), z.meta({ description, examples: [example] }));

/** The parameters of an authorization request as the client has sent them. The handler checks all but their types. */
// biome-ignore format: one field per line.
const parameters = z.strictObject({
  client_id: parameter('The OAuth client: the https URL of its metadata document.', 'cis'),
  redirect_uri: parameter('Where the person returns to the client. One of the redirect URIs of the client.', 'http://127.0.0.1/callback'),
  response_type: z.optional(parameter('Must be `code`.', 'code')),
  scope: z.optional(parameter('Space-separated permissions that the client asks for. Defaults to all that an application can have.', 'content:read content:write')),
  state: z.optional(parameter('Returned to the client.', 'af0ifjsldkj')),
  code_challenge: z.optional(parameter('The SHA-256 of the code verifier in base64url (RFC 7636).', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')),
  code_challenge_method: z.optional(parameter('Must be `S256`.', 'S256')),
  resource: z.optional(parameter('The URL of the MCP server or of the API, for which the access tokens are (RFC 8707). Defaults to the API.', 'https://api.example.com/v1')),
});

/** Declare the field of a request that has an authorization request. */
export function authorizationRequest() {
  return parameters.check(z.describe('The parameters of the authorization request as the client has sent them.'));
}

/** The parameters of the examples. */
export const SAMPLE_AUTHORIZATION = {
  client_id: 'cis',
  redirect_uri: 'http://127.0.0.1/callback',
  response_type: 'code',
  scope: 'content:read content:write',
  state: 'af0ifjsldkj',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
} as const;

/** The redirect of an authorization response: with the code, or with an error. */
// biome-ignore format: one field per line.
export const AuthorizationRedirectResponse = /* @__PURE__ */ lazyObject(() => ({
  redirect_to: z.string().check(z.meta({ description: 'The URL to open: it returns to the client, with the code or with an error, and with `state` and `iss`.', examples: ['http://127.0.0.1/callback?error=access_denied&state=af0ifjsldkj&iss=https%3A%2F%2Fapi.example.com'] })),
}));

/** What a person decides about. */
// biome-ignore format: one field per line.
export const AuthorizationResponse = /* @__PURE__ */ lazyObject(() => ({
  client: z.object({
    client_id: z.string().check(z.meta({ description: 'The id of the OAuth client.', examples: ['https://app.example.com/oauth/client.json'] })),
    name: z.string().check(z.meta({ description: 'The name that the client states. Nothing verifies it.', examples: ['Example App'] })),
    host: z.nullable(z.string()).check(z.meta({ description: 'The host of the client id. Null for a registered client.', examples: ['app.example.com'] })),
    redirect_host: z.string().check(z.meta({ description: 'The host that receives the code.', examples: ['app.example.com'] })),
    is_loopback: z.boolean().check(z.meta({ description: 'Whether a program on the device of the person receives the code. Any program there can state this client id.', examples: [false] })),
  }).check(z.describe('The application that asks for access.')),
  kind: z.enum(['agent', 'integration']).check(z.meta({ description: '`agent` for access to the MCP server: an approval creates an agent key. `integration` for access to the API.', examples: ['agent'] })),
  workspace: namedWorkspace().check(z.describe('The workspace of the session, to which an approval gives access.')),
  permissions: z.array(permissionName()).check(z.describe('The permissions that an approval grants: those asked for that an application can have and the member has.')),
  unavailable_permissions: z.array(permissionName()).check(z.describe('The permissions asked for that an approval does not grant.')),
  budgets: z.nullable(AgentBudgetsResponse()).check(z.describe('What the agent may use in a day (UTC). Null for an integration.')),
  confirmation: z.string().check(z.meta({ description: 'Stands for the client, the member, the workspace and `permissions`. Send it with the decision.', examples: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'] })),
}));

/** What a person decides about; for a request that is not valid, the URL that tells the client the error. */
export const AuthorizationReadResponse = /* @__PURE__ */ lazy(() =>
  z.union([AuthorizationResponse(), AuthorizationRedirectResponse()]),
);
