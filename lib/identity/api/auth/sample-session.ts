const IDS = '01K0000000000000000000000001K00000000000000000000000';
const secret = 'sample-session-secret-00000000000000000000000'.slice(0, 43);

// The sessions exist only in the temporary table of `npm run invoke`.
const tokenOf = (digit: string) => `${IDS}01K0000000000000000000000${digit}${secret}`;

/** The tokens of the sample sessions: one to use, and one to end. */
export const SAMPLE_SESSION_TOKENS = [tokenOf('0'), tokenOf('1')] as const;

/** The cookies of the examples. */
export const SAMPLE_SESSION_COOKIES = SAMPLE_SESSION_TOKENS.map((token) => `cis_session=${token}`);

/** The token of the sample sign-in link. */
export const SAMPLE_SIGN_IN_TOKEN = 'sample-sign-in-token';
