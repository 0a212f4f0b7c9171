import { type Json, RpcError } from '../mcp/rpc-message.ts';
import { answerComments } from './answer-comments.ts';
import { explainFailure } from './explain-failure.ts';
import { planWeek } from './plan-week.ts';
import type { Prompt } from './prompt.ts';

const PROMPTS: readonly Prompt[] = [planWeek, answerComments, explainFailure];

/** List the prompts. */
export function listPrompts(): Json[] {
  return PROMPTS.map(({ text: _, ...prompt }) => ({
    ...prompt,
    arguments: prompt.arguments.map(({ pattern: _p, ...argument }) => argument),
  }));
}

/** Build a prompt. Returns null for an unknown name, and throws -32602 for a missing or invalid argument. */
export function getPrompt(name: string, given: Json): Json | null {
  const prompt = PROMPTS.find((each) => each.name === name);
  if (!prompt) return null;
  const checked: Record<string, string> = {};
  for (const argument of prompt.arguments) {
    const value = given[argument.name];
    if (value === undefined && !argument.required) continue;
    if (typeof value !== 'string' || !argument.pattern.test(value)) {
      throw new RpcError(
        'invalid_params',
        `The argument ${argument.name} is missing or invalid. ${argument.description}`,
      );
    }
    checked[argument.name] = value;
  }
  const content = { type: 'text', text: prompt.text(checked) };
  return { description: prompt.description, messages: [{ role: 'user', content }] };
}
