import type { OperationId } from '../../lib/bundle/endpoints.ts';
import type { DocumentedOperation } from '../../lib/core/api/define-operation.ts';

/**
 * Who requests an operation: a program with an API key, a browser, a platform, or a program that a person signs in by a
 * device login: a registered OAuth client, whose requests are not those of client libraries.
 */
export type Audience = 'client' | 'browser' | 'platform' | 'device';

/** Who requests the operations without a token. Those with a token are for clients. */
const WITHOUT_TOKEN: Readonly<Record<OperationId, Audience>> = {
  'auth.accept-invitation': 'browser',
  'auth.create-device-code': 'device',
  'auth.create-passkey': 'browser',
  'auth.create-passkey-options': 'browser',
  'auth.create-session': 'browser',
  'auth.create-session-token': 'browser',
  'auth.create-sign-in-options': 'browser',
  'auth.decide-authorization': 'browser',
  'auth.decide-device-login': 'browser',
  'auth.delete-passkey': 'browser',
  'auth.end-session': 'browser',
  'auth.list-passkeys': 'browser',
  'auth.list-sessions': 'browser',
  'auth.read-authorization': 'browser',
  'auth.read-device-login': 'browser',
  'auth.read-invitation': 'browser',
  'auth.read-sign-in-link': 'browser',
  'auth.revoke': 'device',
  'auth.sign-in': 'browser',
  'auth.sign-in-with-passkey': 'browser',
  'auth.sign-out': 'browser',
  'auth.token': 'client',
  'calendar-feeds.show': 'browser',
  'connect.callback': 'browser',
  'connect.choose': 'browser',
  'connect.client-metadata': 'platform',
  'connect.confirm': 'browser',
  'connect.open': 'browser',
  'connect.submit-choice': 'browser',
  'docs.openapi': 'browser',
  'inbound.receive': 'platform',
  'inbound.verify': 'platform',
  'problems.get': 'client',
  'problems.list': 'client',
  'review.respond': 'browser',
  'review.show': 'browser',
  'sandbox.get-post': 'client',
  'team.accept-invitation': 'client',
};

/** Get the audience of an operation. Throws for one without a token that has no row. */
export function audienceOf({ id, permissions }: DocumentedOperation): Audience {
  if (permissions !== 'none') return 'client';
  const audience = WITHOUT_TOKEN[id];
  if (!audience) throw new Error(`Add a row for ${id} to WITHOUT_TOKEN: who requests it?`);
  return audience;
}
