import type { PlatformRequest } from '../../kit/http/request.ts';
import { formRequest } from '../../kit/oauth/token-refresh.ts';
import type { TokenConnection } from '../../kit/publisher.ts';

function basic(clientId: string, clientSecret: string): string {
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/**
 * Build a request to X's token endpoint. An app with a secret authenticates by Basic authentication (RFC 6749, 2.3.1),
 * one without a secret by its id in the form.
 */
export function tokenRequest(
  connection: TokenConnection,
  form: Record<string, string>,
  { clientId, clientSecret }: { clientId: string; clientSecret: string | null },
): PlatformRequest {
  if (clientSecret === null) return formRequest(connection, { ...form, client_id: clientId });
  return formRequest(connection, form, { authorization: basic(clientId, clientSecret) });
}
