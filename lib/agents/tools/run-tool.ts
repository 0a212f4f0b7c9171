import { ApiError } from '../../core/problems/define-problem.ts';
import type { FieldError } from '../../core/problems/request-errors.ts';
import { parseWith } from '../../identity/pipeline/validate.ts';
import type { ToolResult } from '../mcp/offers.ts';
import type { Json } from '../mcp/rpc-message.ts';
import { type Call, RejectedCall } from './call.ts';
import { toJsonSchema } from './json-schema.ts';
import type { Tool } from './tool.ts';

/** In the words of a tool, whose argument is the key. */
const REUSED = {
  meaning: 'This request_id was used with other arguments.',
  remedy: 'Use a new request_id for a new intent. To repeat a call, send the identical arguments.',
};

const NO_SCHEDULE = 'An agent cannot schedule: name the time in the note of `submit_for_approval`.';

/** Returns the documented remedy of a problem, by its code. */
export type RemedyOf = (code: string) => string | undefined;

/** Describe a tool for `tools/list`. */
export function describeTool({ name, title, description, annotations, input, output, asInDraftPost }: Tool): Json {
  const inputSchema = toJsonSchema(input());
  const shortened = asInDraftPost?.map((argument) => [argument, { type: 'object', description: 'As in draft_post.' }]);
  if (shortened) Object.assign(inputSchema.properties as Json, Object.fromEntries(shortened));
  return {
    ...{ name, title, description },
    inputSchema,
    outputSchema: toJsonSchema(output()),
    annotations: { title, ...annotations },
  };
}

/**
 * Run a tool. Invalid arguments and rejected requests are results, so that the model can correct them: with a stable code,
 * what happened, and the documented remedy. Other errors are thrown.
 */
export async function runTool(
  tool: Tool,
  given: unknown,
  call: Call,
  nowMs: number,
  remedyOf: RemedyOf,
): Promise<ToolResult> {
  const parsed = parseWith(tool.input(), given);
  if ('errors' in parsed) return failure({ code: 'invalid_arguments', ...argumentErrors(parsed.errors) });
  try {
    const structuredContent = (await tool.run(parsed.data as never, call, nowMs)) as Json;
    return { content: [text(structuredContent)], structuredContent };
  } catch (error) {
    if (error instanceof RejectedCall)
      return failure(toToolError(inArguments(tool, error.problem), remedyOf, error.retryAfterSeconds));
    if (error instanceof ApiError) return failure(toToolError({ code: error.code, detail: error.message }, remedyOf));
    throw error;
  }
}

function argumentErrors(errors: FieldError[]) {
  const remedy = 'Correct the arguments listed in errors, and call the tool again.';
  const explained = errors.map((error) =>
    error.pointer === '/scheduled_at' && error.code === 'unknown_field' ? { ...error, detail: NO_SCHEDULE } : error,
  );
  const detail = 'The arguments do not match the input schema of the tool.';
  return { detail, errors: explained, remedy, retryable: false };
}

/** Replace the pointers of fields of the API by those of the arguments of a tool. The detail begins with one. */
function inArguments({ argumentOf = {} }: Tool, problem: Json): Json {
  if (!Array.isArray(problem.errors)) return problem;
  const translate = (text: string) => {
    const [field, argument] =
      Object.entries(argumentOf).find(([each]) => new RegExp(`^${each}[/:]`).test(`${text}/`)) ?? [];
    return field === undefined ? text : `${argument}${text.slice(field.length)}`;
  };
  const errors = (problem.errors as FieldError[]).map((error) => ({ ...error, pointer: translate(error.pointer) }));
  return { ...problem, detail: translate(String(problem.detail)), errors };
}

/** Build the error of a tool from a problem, without the fields that only HTTP clients need. */
function toToolError(problem: Json, remedyOf: RemedyOf, retryAfterSeconds: number | null = null): Json {
  // The id of the HTTP request is not the request_id of the tool.
  const { type: _t, title: _i, status: _s, instance: _n, request_id: support_id, ...rest } = problem;
  const isReused = problem.code === 'idempotency_key_reused';
  return {
    ...rest,
    ...(isReused ? { detail: REUSED.meaning } : {}),
    remedy: isReused ? REUSED.remedy : remedyOf(String(problem.code)),
    ...(retryAfterSeconds === null ? {} : { retry_after_seconds: retryAfterSeconds }),
    support_id,
  };
}

function failure(error: Json): ToolResult {
  return { content: [text({ error })], isError: true };
}

function text(value: Json): ToolResult['content'][number] {
  return { type: 'text', text: JSON.stringify(value) };
}
