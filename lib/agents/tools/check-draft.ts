import * as z from 'zod/mini';
import type { Answers } from './called-operations.ts';
import { ARGUMENT_OF, changedPostFields, DESCRIBED_ONCE, toContentFields } from './post-fields.ts';
import { type ContentView, toWarning, warning } from './post-view.ts';
import { defineTool, postId, READS, SAMPLE_POST } from './tool.ts';

const LISTED_FIELDS = ['title', 'description', 'platforms', 'accounts', 'first_comment'] as const;

/** Check a post against the rules of its platforms, without storing anything. */
export const checkDraft = defineTool({
  name: 'check_draft',
  title: 'Check a draft',
  description:
    'Check a stored post (post_id) or the fields of a post that is not stored: the length and the limit on each platform, what is missing, what the platform charges, and warnings, such as another post with the same content. Stores nothing. Fields that break a rule are an error that names each rule.',
  annotations: READS,
  place: 5,
  example: { post_id: SAMPLE_POST },
  asInDraftPost: DESCRIBED_ONCE,
  argumentOf: ARGUMENT_OF,
  input: () => z.strictObject({ post_id: z.optional(postId()), ...changedPostFields() }),
  output: () =>
    z.object({
      platforms: z.array(
        z.object({
          platform: z.string(),
          length: z.int(),
          limit: z.int(),
          parts: z.array(z.object({ kind: z.string(), length: z.int(), limit: z.int() })),
          missing: z.array(z.object({ code: z.string(), detail: z.string() })),
          estimated_cost_usd: z.nullable(z.number()),
        }),
      ),
      warnings: z.array(warning()),
    }),
  run: async ({ post_id: id, ...fields }, call) => {
    const stored = id === undefined ? {} : storedFields(await call('content.get', { params: { id } }));
    const body = { content_id: id, ...stored, ...toContentFields(fields) };
    const { platforms, warnings } = await call('content.validate', { body });
    return {
      platforms: platforms.map(toPreview),
      warnings: warnings.map(toWarning),
    };
  },
});

type Preview = Answers['content.validate']['platforms'][number];

function toPreview({ platform, length, limit, parts, missing, estimated_cost_usd }: Preview) {
  const lengths = parts.map((part) => ({ kind: part.kind, length: part.length, limit: part.limit }));
  return { platform, length, limit, parts: lengths, missing, estimated_cost_usd };
}

/** Convert a stored item to the fields of a request. */
function storedFields(content: ContentView): Record<string, unknown> {
  const options = Object.entries(content.platform_options).map(([name, given]) => [
    name,
    {
      ...given,
      ...(given?.media && { media: given.media.map(toRequestedMedia) }),
      ...(given?.thread && { thread: given.thread.map(toRequestedPost) }),
    },
  ]);
  return {
    ...Object.fromEntries(LISTED_FIELDS.flatMap((name) => (content[name] === null ? [] : [[name, content[name]]]))),
    media: content.media.map(toRequestedMedia),
    thread: content.thread.map(toRequestedPost),
    platform_options: Object.fromEntries(options),
  };
}

type Media = ContentView['media'][number];

function toRequestedMedia({ media_id, url, type, alt }: Media): object {
  return { ...(media_id === undefined ? { url, type } : { media_id }), ...(alt === undefined ? {} : { alt }) };
}

function toRequestedPost({ text, media }: { text: string; media: Media[] }): object {
  return { text, media: media.map(toRequestedMedia) };
}
