import * as z from 'zod/mini';
import { lazy } from '../../../core/api/lazy.ts';

/** The forms of a token request, for the OpenAPI document. Parsed by `lib/identity/steps/token-request.ts`. */
export const TokenRequestForms = lazy(() =>
  z.union([
    z.object({ api_key: z.string(), secret: z.string(), scope: z.optional(z.string()) }),
    z.object({
      client_id: z.optional(z.string()).check(z.describe('Omit if you use HTTP Basic authentication.')),
      client_secret: z.optional(z.string()),
      grant_type: z.literal('client_credentials'),
      scope: z.optional(z.string()),
    }),
  ]),
);
