import { platformAppWrite } from '../../lib/accounts/store/platform-apps.ts';
import type { Write } from '../../lib/core/table/commit.ts';
import { formatInstant } from '../../lib/core/values/timestamps.ts';
import { SIMULATED_APP } from '../../lib/platforms/kit/simulator/simulated-platform.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import type { EncryptSecrets } from './simulator-accounts.ts';

/** The simulated platforms that ask a person for consent. */
const PLATFORMS: Platform[] = ['instagram', 'linkedin', 'twitter'];

/** Build the writes of the stage's apps on the simulated platforms: all but `real`. */
export function simulatorAppWrites(encrypt: EncryptSecrets, nowMs: number, real: readonly Platform[] = []): Write[] {
  return PLATFORMS.filter((platform) => !real.includes(platform)).map((platform) =>
    platformAppWrite({
      platform,
      client_id: SIMULATED_APP.clientId,
      encrypted_secrets: encrypt({ client_secret: SIMULATED_APP.clientSecret }, { app_platform: platform }),
      scopes: null,
      updated_at: formatInstant(nowMs),
    }),
  );
}
