import { assertAnyPermission } from '../pipeline/authorize.ts';
import type { Caller } from '../pipeline/request-context.ts';
import type { ApiKey } from '../rules/api-key.ts';
import { isOwnApplication } from '../rules/api-key-policy.ts';

/** Throw 403 unless the caller may change a key: with `keys:write`, or as the member who has authorized its application. */
export function assertMayChangeKey(key: ApiKey, caller: Caller): void {
  if (!isOwnApplication(key, caller.userId)) assertAnyPermission(caller, ['keys:write']);
}
