import { operation } from '../../lib/accounts/api/connect/client-metadata.ts';
import { connectCallbackUrl } from '../../lib/accounts/steps/connect-urls.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { loadWithBranding } from '../../lib/identity/steps/page-look.ts';
import { blueskyClientMetadata } from '../../lib/platforms/bluesky/adapter/client-metadata.ts';

/** Return the OAuth client metadata of this stage, which Bluesky servers read and whose name they show. */
export const handler = defineEndpoint(operation, async ({ context }) => {
  const { branding } = await loadWithBranding(null);
  return { status: 200, body: blueskyClientMetadata(connectCallbackUrl(context), branding.name) };
});
