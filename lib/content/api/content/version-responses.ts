import * as z from 'zod/mini';
import { integer, lazyObject, sha256Hash, timestamp } from '../../../core/api/response-fields.ts';
import { MAX_VERSIONS } from '../../rules/approval/content-version.ts';
import { VERSION_DECISIONS } from '../../rules/content-approval.ts';
import { ContentAgent } from './agent-responses.ts';
import { ContentData, linkCardFields } from './responses.ts';

/** What was decided about a submission. */
// biome-ignore format: one field per line.
const VersionDecision = lazyObject(() => ({
  status: z.enum(VERSION_DECISIONS).check(z.meta({ description: 'The last decision. `withdrawn`: the submission was withdrawn before a decision.', examples: ['changes_requested'] })),
  decided_by: z.string().check(z.meta({ description: 'The member who decided, or the review link (`rvl_`) of an external reviewer.', examples: ['usr_01K00000000000000000000000'] })),
  decided_by_name: z.nullable(z.string()).check(z.meta({ description: 'The name of the external reviewer. Null for a member.', examples: [null] })),
  decided_at: timestamp().check(z.meta({ description: 'Time of the decision.', examples: ['2026-11-20T09:30:00.000Z'] })),
  note: z.nullable(z.string()).check(z.meta({ description: 'The note of the decision. Null if there is none.', examples: ['Please name the source of the number.'] })),
}));

/** The card of a link, as it was submitted. */
// biome-ignore format: one field per line.
const SubmittedLinkCard = lazyObject(() => ({
  ...linkCardFields(),
  image_sha256: z.nullable(sha256Hash()).check(z.meta({ description: 'The SHA-256 of the image of the card. Null if the card has none.', examples: [null] })),
}));

/** A file of the media library, as it was submitted. */
// biome-ignore format: one field per line.
const SubmittedFile = lazyObject(() => ({
  media_id: z.string().check(z.meta({ description: 'The id of the media file.', examples: ['med_01K00000000000000000000000'] })),
  sha256: z.nullable(sha256Hash()).check(z.meta({ description: 'The SHA-256 of the file. Null for a file that an earlier version of the service inspected.', examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] })),
}));

/** What was submitted for approval at one time. */
export const ContentVersionResponse = lazyObject(() => {
  const { title, description, platforms, accounts, media, thread, first_comment, platform_options } =
    ContentData().shape;
  // biome-ignore format: one field per line.
  return {
    content_id: z.string().check(z.meta({ description: 'The id of the content item.', examples: ['cnt_01K00000000000000000000000'] })),
    submission: integer().check(z.meta({ description: 'The number of the submission, from 1.', examples: [2] })),
    content_hash: sha256Hash().check(z.meta({ description: 'The hash of the content that was submitted.', examples: ['5e9f5c2f7a1f0d6b3c4e8a9d2b1c0f7e6d5a4b3c2d1e0f9a8b7c6d5e4f3a2b1c'] })),
    submitted_by: z.string().check(z.meta({ description: 'The member who submitted the item, or who is responsible for the agent that did.', examples: ['usr_01K00000000000000000000000'] })),
    submitted_at: timestamp().check(z.meta({ description: 'Time the item was submitted.', examples: ['2026-11-20T09:30:00.000Z'] })),
    agent: z.nullable(ContentAgent()).check(z.meta({ description: 'The agent key that submitted the item. Null if a person or another program did.', examples: [null] })),
    note: z.nullable(z.string()).check(z.meta({ description: 'The note of the submission. Null if there is none. The note of an agent is its own statement.', examples: ['Ready for review.'] })),
    title, description, platforms, accounts, media, thread, first_comment, platform_options,
    files: z.array(SubmittedFile()).check(z.describe('The files of the media library that the item references, each once.')),
    link_cards: z.array(SubmittedLinkCard()).check(z.describe('The link cards that were submitted.')),
    decision: z.nullable(VersionDecision()).check(z.describe('The decision about this submission. Null if there is none.')),
  };
});

export const ContentVersionsResponse = lazyObject(() => ({
  versions: z
    .array(ContentVersionResponse())
    .check(z.maxLength(MAX_VERSIONS + 1), z.describe('The submissions, newest first.')),
}));
