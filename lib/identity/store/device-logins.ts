import type { Write } from '../../core/table/commit.ts';
import { load } from '../../core/table/read.ts';
import { keyOf, toItem } from '../../core/table/schema.ts';
import { versioned } from '../../core/table/versioned.ts';
import { deviceLoginEntity } from '../entities/api-keys.ts';
import type { DeviceLogin } from '../rules/oauth/device-login.ts';

/** Load the device login of a user code, also one that has expired or is decided; null when there is none. */
export function loadDeviceLogin(userCode: string): Promise<DeviceLogin | null> {
  return load<DeviceLogin>(keyOf(deviceLoginEntity, { user_code: userCode }));
}

/** Build the write of a new device login. It conflicts while another one has the user code. */
export function newDeviceLoginWrite(login: DeviceLogin, nowMs: number): Write {
  return { put: toItem(deviceLoginEntity, login, {}, login.expires_at_ms), condition: { expiredBefore: nowMs } };
}

/** Build the write of a decision: of two at the same time one succeeds. */
export function decisionWrite(before: DeviceLogin, after: DeviceLogin): Write {
  return versioned(deviceLoginEntity, before, after, {}, after.expires_at_ms);
}

/** Build the write of a poll of a pending login. It conflicts with a decision, and decisions ignore it. */
export function pollWrite({ user_code, interval_seconds, polled_at_ms }: DeviceLogin): Write {
  return {
    increment: keyOf(deviceLoginEntity, { user_code }),
    by: { polls: 1 },
    set: { interval_seconds, polled_at_ms },
    ifEqual: { attribute: 'status', value: 'pending' },
  };
}
