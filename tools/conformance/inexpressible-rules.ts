import { featureSamples } from '../../lib/bundle/all-samples.ts';

/**
 * What the OpenAPI document cannot express, by operation, as the features declare it beside their samples: the reasons for
 * which a request that matches it is rejected, or one that does not is accepted. `npm run conformance` fails for any other
 * reason, and for a list of rules that no operation has used.
 */
export const INEXPRESSIBLE_RULES: Record<string, readonly RegExp[]> = Object.assign(
  {},
  ...featureSamples().map(({ inexpressible }) => inexpressible),
);

/** The operations of which no derived request succeeds, with what the document cannot express about a valid one. */
// biome-ignore format: one row per operation is what makes it a table.
export const UNREACHABLE_OPERATIONS: Record<string, string> = {
  'POST /content/{id}/retry': 'The item must have a failed target.',
  'GET /content/{id}/approval-statement': 'The access token must be one of a session.',
  'POST /content/{id}/targets/{platform}/resolve': 'The target must be unconfirmed.',
  'GET /inbound/{platform}/{account}': 'The query must have the challenge and the verify token of the platform.',
  'POST /inbound/{platform}/{account}': 'The body must be signed with the secret of the app.',
  'POST /team/invitations/accept': 'The token must be one of an open invitation.',
  'POST /auth/invitations': 'As POST /team/invitations/accept.',
  'POST /auth/invitations/link': 'As POST /team/invitations/accept.',
  'POST /auth/sessions': 'The token must be one of a sign-in link.',
  'POST /auth/sign-in/link': 'As POST /auth/sessions.',
  'POST /auth/sessions/token': 'The cookie must be one of a session.',
  'GET /auth/sessions': 'As POST /auth/sessions/token.',
  'DELETE /auth/sessions/{id}': 'As POST /auth/sessions/token.',
  'POST /auth/passkeys/options': 'As POST /auth/sessions/token.',
  'POST /auth/passkeys': 'As POST /auth/sessions/token.',
  'GET /auth/passkeys': 'As POST /auth/sessions/token.',
  'DELETE /auth/passkeys/{id}': 'As POST /auth/sessions/token.',
  'POST /auth/sign-in/passkey': 'The credential must be signed by a passkey.',
  'POST /auth/authorization': 'As POST /auth/sessions/token.',
  'POST /auth/authorization/decision': 'As POST /auth/sessions/token.',
  'POST /auth/device/login': 'As POST /auth/sessions/token.',
  'POST /auth/device/decision': 'As POST /auth/sessions/token.',
};
