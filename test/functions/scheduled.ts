import type { Entry } from '../../lib/domain/entry.ts';
import type { Platform } from '../../lib/domain/platform.ts';
import { type BackDoor, stored } from './back-door.ts';
import { inSeconds } from './front-door.ts';
import { newContent } from './resources.ts';
import { newTenant } from './tenants.ts';

/** An item for one platform, scheduled that far ahead, and its entry. Only their changes are left to follow. */
export async function newScheduled(house: BackDoor, seconds: number, platform: Platform = 'twitter') {
  const tenant = await newTenant();
  house.changes();
  const content = await newContent(tenant, { platforms: [platform], scheduled_at: inSeconds(seconds) });
  return { tenant, content, entry: stored<Entry>(house, 'Entry')[0]! };
}
