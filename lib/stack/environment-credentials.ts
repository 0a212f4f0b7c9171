/**
 * Takes the place of the SDK's credential chain in the bundles. On Lambda the credentials are always in the
 * environment; the chain's other sources (SSO, STS, files) are 40 % of the SDK's code and never run there.
 */
export function defaultProvider() {
  return async () => ({
    accessKeyId: process.env.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY ?? '',
    sessionToken: process.env.AWS_SESSION_TOKEN,
  });
}
