const WORKSPACE = '01K00000000000000000000000';
const IDS = `${WORKSPACE}01K00000000000000000000000`;
const secret = 'sample-session-secret-00000000000000000000000'.slice(0, 43);

// The sessions exist only in the temporary table of `npm run invoke`.
const tokenOf = (digit: string) => `${IDS}01K0000000000000000000000${digit}${secret}`;

/** The tokens of the sample sessions: one to use, one to sign out of, and one to end. */
export const SAMPLE_SESSION_TOKENS = [tokenOf('0'), tokenOf('1'), tokenOf('2')] as const;

/** The cookies of the examples. */
export const SAMPLE_SESSION_COOKIES = SAMPLE_SESSION_TOKENS.map((token) => `cis_session=${token}`);

/** The user codes of the sample device logins: one to read, and one to deny. */
export const SAMPLE_USER_CODES = ['BCDF-GHJK', 'LMNP-QRST'] as const;

/** The token of the sample sign-in link. */
export const SAMPLE_SIGN_IN_TOKEN = `${IDS}${secret}`;

/** The token of the sample sign-in link that is read and not used. It is one of another member. */
export const SAMPLE_UNUSED_SIGN_IN_TOKEN = `${WORKSPACE}01K00000000000000000000001${secret}`;

/** The token of the sample portal link. */
export const SAMPLE_PORTAL_TOKEN = `${WORKSPACE}${secret}`;

/** The token of the sample session of a person in a portal. */
export const SAMPLE_PORTAL_SESSION_TOKEN = `${WORKSPACE}${'0'.repeat(26)}01K00000000000000000000003${secret}`;
