import { operation } from '../../lib/identity/api/auth/read-authorization.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import {
  loadAuthorization,
  returnToClient,
  toAuthorizationView,
} from '../../lib/identity/steps/oauth/authorization.ts';

/** Return what a person decides about: the application that asks, and what an approval grants. */
export const handler = defineEndpoint(operation, async ({ context, body: { request } }) => {
  const found = await loadAuthorization(context, request);
  const body = 'error' in found ? returnToClient(context, request, found) : toAuthorizationView(found, request);
  return { status: 200, body };
});
