import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { operation } from '../../lib/platforms/api/platforms/list.ts';
import { toPlatformView } from '../../lib/platforms/platform-view.ts';
import { PLATFORMS } from '../../lib/platforms/platforms.ts';

/** List the platforms, from their facts alone: the response is the same for every workspace. */
export const handler = defineEndpoint(operation, async () => {
  return { status: 200, body: { platforms: PLATFORMS.map(toPlatformView) } };
});
