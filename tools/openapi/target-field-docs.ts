import { FIRST_TIMELINE_EVENTS, MAX_TIMELINE_EVENTS } from '../../lib/domain/content/timeline.ts';
import type { FieldDoc } from './field-docs.ts';

const KEPT = `the first ${FIRST_TIMELINE_EVENTS} events and the latest ${MAX_TIMELINE_EVENTS - FIRST_TIMELINE_EVENTS}`;
const AT = '2026-11-20T09:30:00.000Z';

/** Descriptions of the timeline and the actions of a target. */
// biome-ignore format: one row per line is what makes it a table.
export const TARGET_FIELD_DOCS: Record<string, FieldDoc> = {
  'Target.timeline': [`What happened to the target, in order of time, across all its schedule entries: ${KEPT}. Empty for a target that an earlier version of the service published.`],
  'Target.timeline_omitted': ['Number of events between the fourth and the fifth of `timeline` that are no longer kept.', 0],
  'Target.available_actions': ['What the status permits. `cancel`: `DELETE /schedule/{id}`. `retry`: `POST /content/{id}/retry`. `resolve`: `POST /content/{id}/targets/{platform}/resolve`. The permissions of the caller, and a required approval, are checked by the request.'],
  'TimelineEvent.type': ['What happened. `claimed`: an attempt began. `sent`: the request that publishes was about to be sent. `retry_scheduled`: the attempt published nothing, and another one follows. `checked`: the platform was asked for an unconfirmed post, without a result. `reconciled`: the post was found.', 'confirmed'],
  'TimelineEvent.at': ['Time of the event.', AT],
  'TimelineEvent.detail': ['The code of the error for `failed`, `unconfirmed` and `retry_scheduled`; the reported outcome for `resolved`; `not_supported` for `checked` if the platform cannot be asked. Otherwise null.', null],
};
