import * as z from 'zod/mini';

/** A credential as `PublicKeyCredential.toJSON()` returns it. Verified by a library, not by a schema. */
export const Credential = z.record(z.string(), z.unknown());

// Made by an authenticator in software for the origin `http://127.0.0.1` of the sample events.
const CREDENTIAL_ID = 'xomqwwEp9jcxSkfRdO2oOw';

const sampleOf = (response: Record<string, unknown>) => ({
  id: CREDENTIAL_ID,
  rawId: CREDENTIAL_ID,
  type: 'public-key',
  clientExtensionResults: {},
  response,
});

/** A new credential that answers the sample challenge of a member. */
export const SAMPLE_NEW_CREDENTIAL = sampleOf({
  clientDataJSON:
    'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoic2FtcGxlLXBhc3NrZXktY2hhbGxlbmdlLTAwMDAwMDAwMDAwMDAwMDAwMDAiLCJvcmlnaW4iOiJodHRwOi8vMTI3LjAuMC4xIiwiY3Jvc3NPcmlnaW4iOmZhbHNlfQ',
  attestationObject:
    'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YViUEsoXtJryKJQ28wPgFmAwoh5SXSZuIJJnQzgBqP1AcaBFAAAAAQAAAAAAAAAAAAAAAAAAAAAAEMaJqsMBKfY3MUpH0XTtqDulAQIDJiABIVggVWLvCHOVM1BzTOV5RBjoytnviCLKsK-JW6zQ6VaVWo4iWCAgAM3YUMQQhjSQ-fzyB8YBdtXtC78TPSHGzxw6jV6sSw',
  transports: ['internal'],
});

/** A credential that signs the sample challenge of a sign-in. */
export const SAMPLE_SIGNED_CREDENTIAL = sampleOf({
  clientDataJSON:
    'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoic2FtcGxlLXNpZ24taW4tY2hhbGxlbmdlLTAwMDAwMDAwMDAwMDAwMDAwMDAiLCJvcmlnaW4iOiJodHRwOi8vMTI3LjAuMC4xIiwiY3Jvc3NPcmlnaW4iOmZhbHNlfQ',
  authenticatorData: 'EsoXtJryKJQ28wPgFmAwoh5SXSZuIJJnQzgBqP1AcaAFAAAAAg',
  signature: 'MEYCIQDiPulFqe-rEvd8wbc_45l54t6L9TIeRKDTaxb8RWCPhwIhAMiso2m9ANzr_vCKe6xN0wco6fgeGa30mgSlMhWq3Yu-',
  userHandle: 'MDFLMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMUswMDAwMDAwMDAwMDAwMDAwMDAwMDAwMA',
});
