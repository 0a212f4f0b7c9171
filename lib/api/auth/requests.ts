import * as z from 'zod';
import { lazy } from '../lazy.ts';

/** The forms of a token request, for the OpenAPI document. Parsed by `lib/use-cases/token-request.ts`. */
export const TokenRequestForms = lazy(() =>
  z.union([
    z.object({ api_key: z.string(), secret: z.string(), scope: z.string().optional() }),
    z.object({
      client_id: z.string().optional().describe('Omit if you use HTTP Basic authentication.'),
      client_secret: z.string().optional(),
      grant_type: z.literal('client_credentials'),
      scope: z.string().optional(),
    }),
  ]),
);
