/** The permissions of this service at a Bluesky server: to write posts and to read notifications. */
export const BLUESKY_SCOPES = ['atproto', 'transition:generic'] as const;

const SCOPE = BLUESKY_SCOPES.join(' ');

/**
 * Return the client id of a stage, from the URL of its callback (`https://.../v1/connect/callback`): the URL of
 * the document beside it. A server accepts a callback on loopback without a document: for development, the client id
 * itself contains what the document states.
 */
export function blueskyClientId(redirectUri: string): string {
  if (redirectUri.startsWith('http://')) {
    return `http://localhost?${new URLSearchParams({ redirect_uri: redirectUri, scope: SCOPE })}`;
  }
  return new URL('./client-metadata.json', redirectUri).href;
}

/**
 * Build the document at the client id of a stage, which Bluesky servers read when a person signs in. `name`: that of the
 * product, which they show.
 */
export function blueskyClientMetadata(
  redirectUri: string,
  name = 'Content Intelligence Service',
): Record<string, unknown> {
  return {
    client_id: blueskyClientId(redirectUri),
    client_name: name,
    client_uri: new URL(redirectUri).origin,
    application_type: 'web',
    redirect_uris: [redirectUri],
    scope: SCOPE,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    dpop_bound_access_tokens: true,
  };
}
