import { operation } from '../../lib/api/connect/client-metadata.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { connectCallbackUrl } from '../../lib/http/stage-origin.ts';
import { blueskyClientMetadata } from '../../lib/platforms/bluesky/client-metadata.ts';

/** Return the OAuth client metadata of this stage, which Bluesky servers read. */
export const handler = defineEndpoint(operation, async ({ context }) => ({
  status: 200,
  body: blueskyClientMetadata(connectCallbackUrl(context)),
}));
