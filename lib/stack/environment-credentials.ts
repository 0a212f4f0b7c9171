/**
 * Read credentials from the environment. Replaces the credential chain of the SDK in the bundles.
 *
 * Lambda always passes credentials in the environment. The other sources of the chain (SSO, STS, files) are 40 % of
 * the code of the SDK and never run there.
 */
export function defaultProvider() {
  return async () => ({
    accessKeyId: process.env.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY ?? '',
    sessionToken: process.env.AWS_SESSION_TOKEN,
  });
}
