import { defineEntity } from '../table/define-entity.ts';
import type { Lifecycle } from '../table/lifecycle.ts';

/**
 * That one email to one member, such as a digest, a reminder or a sign-in link, is being sent, or was. Expires after
 * 21 days, when its message can no longer be redriven.
 */
export const sentEmailEntity = /* @__PURE__ */ defineEntity({
  name: 'SentEmail',
  pk: 'WS#{workspace_id}#SENTEMAIL',
  sk: '{id}',
});

export const sentEmailLifecycle: Lifecycle = { ending: 'work' };

/** Emails of a day (UTC), by counter. */
export const emailCountEntity = /* @__PURE__ */ defineEntity({
  name: 'EmailCount',
  pk: 'WS#{workspace_id}#EMAILCOUNT',
  sk: '{day}#{counter}',
});

export const emailCountLifecycle: Lifecycle = { ending: 'work' };
