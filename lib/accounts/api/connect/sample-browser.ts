/** The secret in the cookie of the sample connections, which exist only in the temporary table of `npm run invoke`. */
export const SAMPLE_BROWSER_SECRET = 'sample-browser-secret-000000000000000000000';

/** The cookie of the examples: on a host without https it has no prefix. */
export const SAMPLE_BROWSER_COOKIE = `cis_connect=${SAMPLE_BROWSER_SECRET}`;
