import { FIRST_TIMELINE_EVENTS, MAX_TIMELINE_EVENTS } from '../../lib/content/rules/timeline.ts';
import type { FieldDoc } from './field-docs.ts';

const STORED_EVENTS = `the first ${FIRST_TIMELINE_EVENTS} events and the latest ${MAX_TIMELINE_EVENTS - FIRST_TIMELINE_EVENTS}`;
const AT = '2026-11-20T09:30:00.000Z';

const PARTS: FieldDoc = [
  'The post and what follows it, each with its own outcome, in the order of publication. Empty for an item that is one post on the platform.',
];

/** Descriptions of the timeline, the parts and the actions of a target. */
// biome-ignore format: one row per line is what makes it a table.
export const TARGET_FIELD_DOCS: Record<string, FieldDoc> = {
  'Target.timeline': [`What happened to the target, in order of time, across all its schedule entries: ${STORED_EVENTS}. Empty for a target that an earlier version of the service published.`],
  'Target.timeline_omitted': ['Number of events between the fourth and the fifth of `timeline` that are no longer stored.', 0],
  'Target.available_actions': ['What the status permits. `cancel`: `DELETE /schedule/{id}`. `retry`: `POST /content/{id}/retry`. `resolve`: `POST /content/{id}/targets/{platform}/resolve`. The permissions of the caller, and a required approval, are checked by the request.'],
  'TimelineEvent.type': ['What happened. `claimed`: an attempt began. `sent`: the request that publishes was about to be sent. `retry_scheduled`: the attempt published nothing, and another one follows. `checked`: the platform was asked for an unconfirmed post, without a result. `reconciled`: the post was found. `claimed` and `sent` of a later part of a thread are left out once it is confirmed.', 'confirmed'],
  'TimelineEvent.at': ['Time of the event.', AT],
  'TimelineEvent.detail': ['The code of the error for `failed`, `unconfirmed` and `retry_scheduled`; the reported outcome for `resolved`; `not_supported` for `checked` if the platform cannot be asked; the `index` of the part for `confirmed` and `reconciled` of a thread. Otherwise null.', null],
  'Target.parts': PARTS,
  'TargetData.parts': PARTS,
  'TargetPart.index': ['The position of the part, from 0 for the post.', 1],
  'TargetPart.kind': ['`post`: the post. `reply`: a further post of the thread. `comment`: the first comment.', 'reply'],
  'TargetPart.status': ['`not_sent`: the target failed before this part. The others are those of a target.', 'published'],
  'TargetPart.platform_post_id': ['The id of the part on the platform. Null if there is none, or if it is not known.', '1445880548472328193'],
  'TargetPart.published_at': ['Time of publication. Null until the part is published.', AT],
  'TargetPart.error': ['Why the part failed, or why its outcome is unknown.'],
  'SandboxPost.reply_to': ['The posts that a part of a thread, or a first comment, answers. Null for a post of its own.', null],
  'reply_to.kind': ['`reply`: a post of a thread. `comment`: a first comment.', 'reply'],
  'reply_to.root_id': ['The id of the first post.', 'sbx_01K00000000000000000000000'],
  'reply_to.parent_id': ['The id of the post that is answered.', 'sbx_01K00000000000000000000000'],
  'platforms.parts': ['The post and what follows it, in the order of publication. Empty for an item that is one post on the platform.'],
  'parts.kind': ['`post`: the post. `reply`: a further post of the thread. `comment`: the first comment.', 'reply'],
  'parts.text': ['The text of the part.', 'The first jackets arrive on Monday.'],
  'parts.media': ['The files of the part.'],
  'parts.length': ['Length of the text as the platform counts it.', 35],
  'parts.limit': ['Maximum length of the text.', 280],
};
