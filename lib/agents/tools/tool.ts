import * as z from 'zod/mini';
import type { Json } from '../mcp/rpc-message.ts';
import type { Call } from './call.ts';

/** What a tool does to data. Clients read it as hints; the rules are enforced by the API. */
interface Annotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** Reads only. */
export const READS: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Writes to the workspace. A repeat with the same request id has no further effect. */
export const WRITES: Annotations = { ...READS, readOnlyHint: false };

/** Changes what is there. A repeat with the same request id has no further effect. */
export const EDITS: Annotations = { ...WRITES, destructiveHint: true };

/** Writes to the workspace, and reads a page or a file of the internet. */
export const WRITES_FROM_INTERNET: Annotations = { ...WRITES, openWorldHint: true };

/** A tool: a task of the person for whom an agent works. Schemas are built when they are first used. */
export interface Tool<
  Input extends z.ZodMiniObject = z.ZodMiniObject,
  Output extends z.ZodMiniObject = z.ZodMiniObject,
> {
  name: string;
  title: string;
  description: string;
  annotations: Annotations;
  /** Its place in `tools/list`. */
  place: number;
  /** The arguments of a call that succeeds. Tests replace `SAMPLE_POST` with the id of a draft. */
  example: Json;
  /** The arguments that are those of `draft_post`, which describes them in `tools/list`. */
  asInDraftPost?: readonly string[];
  /** The arguments whose fields of the API have other names, by the pointers of these fields. */
  argumentOf?: Readonly<Record<string, string>>;
  input: () => Input;
  output: () => Output;
  run: (given: z.infer<Input>, call: Call, nowMs: number) => Promise<z.infer<Output>>;
}

/** The post of examples. */
export const SAMPLE_POST = 'cnt_01K00000000000000000000000';

/** Declare a tool, with the types of its arguments and of its result. `npm run generate` collects all tools. */
export function defineTool<Input extends z.ZodMiniObject, Output extends z.ZodMiniObject>(
  tool: Tool<Input, Output>,
): Tool {
  return tool as unknown as Tool;
}

const MAX_REQUEST_ID = 64;

/** The field by which a writing tool recognizes a repeat. */
export const requestId = () =>
  z.string().check(
    z.regex(/^[\x21-\x7e]+$/, 'Must be printable ASCII characters without spaces.'),
    z.maxLength(MAX_REQUEST_ID),
    z.meta({
      description:
        'An id that you make up for this intent, 1 to 64 characters. If a response is lost, call the tool again with the same request_id and the same arguments: it has one effect. Use a new one for a new intent.',
    }),
  );

/** The id of a post. */
export const postId = () => z.string().check(z.maxLength(64), z.meta({ description: 'The id of the post, cnt_….' }));
