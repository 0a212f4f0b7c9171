import * as z from 'zod/mini';
import { lazyObject } from '../../../core/api/response-fields.ts';
import { lookFields } from '../../../identity/api/auth/look-fields.ts';

// biome-ignore format: one field per line.
export const BrandingResponse = lazyObject(() => ({
  workspace_id: z.nullable(z.string()).check(z.meta({ description: 'The workspace. Null for the branding of the stage. A field that is null in a workspace is that of the stage.', examples: ['ws_01K00000000000000000000001'] })),
  ...lookFields(),
  texts: z.object({
    connect_intro: z.nullable(z.string()).check(z.meta({ description: 'Introduction of the start page of a connection.', examples: ['Connect the account on which we publish for you.'] })),
    connected_text: z.nullable(z.string()).check(z.meta({ description: 'Text of the page of a connected account.', examples: ['You can return to the app.'] })),
  }).check(z.describe('Texts of the pages.')),
}));
