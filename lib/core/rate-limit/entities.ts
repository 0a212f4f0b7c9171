import { defineEntity } from '../table/define-entity.ts';
import type { Lifecycle } from '../table/lifecycle.ts';

/** Requests that a subject has reserved in a window of time, and the number of instances that reserved them. */
export const rateWindowEntity = /* @__PURE__ */ defineEntity({
  name: 'RateWindow',
  pk: 'RATE#{subject_id}',
  sk: '{window}',
});

export const rateWindowLifecycle: Lifecycle = { ending: 'work', found: 'nowhere' };
