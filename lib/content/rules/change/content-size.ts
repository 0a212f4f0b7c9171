import { fieldError } from '../../../core/problems/request-errors.ts';
import type { Content } from '../content.ts';
import { destinationsOf } from '../content-targets.ts';
import { partsFor, publishesAtOnce } from '../post/thread.ts';

/**
 * The most bytes that the fields and the parts of an item take. An item of the table has at most 400 KB: the rest is for
 * its targets, their timelines, and what an event repeats of a failed target.
 */
const MAX_CONTENT_BYTES = 280_000;

/** The most bytes of what link rules add: the audit log has them before and after a change in one item of the table. */
const MAX_LINK_PARAMETER_BYTES = 100_000;

/** The bytes of a part that is live, as an event shows it: its ids, URL and time. */
const LIVE_PART_BYTES = 320;

/** The most bytes of a text that is sent: LinkedIn accepts 3,000 characters, and no platform a longer text. */
const MAX_SENT_BYTES = 12_000;

type Sized = Pick<
  Content,
  | 'title'
  | 'description'
  | 'media'
  | 'thread'
  | 'first_comment'
  | 'platform_options'
  | 'platforms'
  | 'accounts'
  | 'metadata'
  | 'link_parameters'
>;

/**
 * Throw 422 for an item that would be too large to be stored, now or when its parts are published, naming the field that
 * takes the most room: `accounts` for the parts, which each account has, and `platforms` for what link rules add on each.
 */
export function assertSmallContent(content: Sized): void {
  const {
    title,
    description,
    media,
    thread,
    first_comment,
    platform_options,
    metadata,
    link_parameters = {},
  } = content;
  const added = bytesOf(link_parameters);
  if (added > MAX_LINK_PARAMETER_BYTES) {
    const detail = `What the link rules add to the URLs of the item has ${added} bytes as JSON. At most ${MAX_LINK_PARAMETER_BYTES} are allowed.`;
    throw fieldError('/platforms', 'content_too_large', detail);
  }
  const fields = Object.entries({ title, description, media, thread, first_comment, platform_options, metadata });
  const sizes = [
    ...fields.map(([name, value]) => [name, bytesOf(value)] as const),
    ['accounts', partBytes(content)] as const,
    ['platforms', added] as const,
  ];
  const bytes = sizes.reduce((sum, [, size]) => sum + size, 0);
  if (bytes <= MAX_CONTENT_BYTES) return;
  const [largest] = sizes.reduce((most, each) => (each[1] > most[1] ? each : most));
  const detail = `The item has ${bytes} bytes as JSON, including the parts of its threads on each account. At most ${MAX_CONTENT_BYTES} are allowed.`;
  throw fieldError(`/${largest}`, 'content_too_large', detail);
}

/** Return the bytes of the parts on all accounts, and of the texts of one request, stored until its outcome is known. */
function partBytes(content: Sized): number {
  return destinationsOf(content).reduce((sum, { platform }) => {
    const parts = partsFor(content, platform);
    const texts = parts.map(({ text }) => Math.min(bytesOf(text), MAX_SENT_BYTES));
    const sent = publishesAtOnce(platform) ? texts.reduce((total, bytes) => total + bytes, 0) : Math.max(...texts);
    const live = parts.length === 1 ? 0 : parts.length * LIVE_PART_BYTES;
    return sum + live + sent;
  }, 0);
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
