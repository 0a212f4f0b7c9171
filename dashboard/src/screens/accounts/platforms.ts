import type { components } from '../../api/schema.d.ts';

export type Platform = components['schemas']['Account']['platform'];

/** The platforms in the order in which they are offered, with what a person needs to connect an account. */
export const PLATFORMS: readonly { platform: Platform; needs: string }[] = [
  { platform: 'twitter', needs: 'A profile on X.' },
  { platform: 'linkedin', needs: 'A page that you administer, or your own profile.' },
  { platform: 'instagram', needs: 'A professional account: business or creator.' },
  { platform: 'bluesky', needs: 'Its handle, also on a server of its own.' },
];
