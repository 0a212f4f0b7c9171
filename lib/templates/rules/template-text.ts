import { fieldError } from '../../core/problems/request-errors.ts';
import { nameKey } from '../../core/values/name-key.ts';

/** A part of a text: text as it is, a variable, or a saved mention, with the field of the request that contains it. */
export type Segment = string | { variable: string } | Mention;

/** A saved mention in a text: `{{@name}}`. */
export type Mention = { mention: string; pointer: string };

/** Values of variables by name. */
export type Values = Readonly<Record<string, string | null>>;

/** The most variables and saved mentions in the text of a template. */
const MAX_PLACEHOLDERS = 100;
/** The most different variables of a template. */
const MAX_VARIABLES = 20;

const MENTION = /\{\{@([^{}\n]{1,100})\}\}/g;
const PLACEHOLDER = /\{\{(?:@([^{}\n]{1,100})|([A-Za-z][A-Za-z0-9_]{0,39}))\}\}/g;

/** Split the text of an item at its saved mentions. Everything else is text as it is. */
export function parseItemText(text: string, pointer: string): (string | Mention)[] {
  return split(text, MENTION, ([, mention]) => ({ mention: mention!, pointer }));
}

/** Give a saved mention of a text, in any spelling of its name, another name. */
export function renameMention(text: string, from: string, to: string): string {
  return text.replace(MENTION, (found, name) => (nameKey(name) === nameKey(from) ? `{{@${to}}}` : found));
}

/** Split a text of a request at its saved mentions, unless the request keeps its texts as they are. */
export function parseRequestText(text: string, pointer: string, { keepsTexts }: { keepsTexts: boolean }) {
  return keepsTexts ? [text] : parseItemText(text, pointer);
}

/** Split the text of a template at its variables and saved mentions. Throws 422 at `pointer` for any other `{{`. */
export function parseTemplateText(text: string, pointer: string): Segment[] {
  const segments = split<Segment>(text, PLACEHOLDER, ([, mention, variable]) =>
    mention === undefined ? { variable: variable! } : { mention, pointer },
  );
  if (segments.some((segment) => typeof segment === 'string' && segment.includes('{{'))) {
    const detail =
      'After "{{" must follow the name of a variable (letters, digits and underscores, at most 40) or "@" with the name of a saved mention, then "}}".';
    throw fieldError(pointer, 'invalid_placeholder', detail);
  }
  if (segments.filter((segment) => typeof segment !== 'string').length > MAX_PLACEHOLDERS) {
    throw fieldError(pointer, 'too_many_placeholders', `Must have at most ${MAX_PLACEHOLDERS} variables and mentions.`);
  }
  if (variablesIn(segments).length > MAX_VARIABLES) {
    throw fieldError(pointer, 'too_many_variables', `Must have at most ${MAX_VARIABLES} different variables.`);
  }
  return segments;
}

function split<S>(text: string, pattern: RegExp, toSegment: (match: RegExpExecArray) => S): (string | S)[] {
  const segments: (string | S)[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    segments.push(text.slice(end, match.index), toSegment(match));
    end = match.index + match[0].length;
  }
  return [...segments, text.slice(end)].filter((segment) => segment !== '');
}

/** List the variables of a text, each once, in the order of the text. */
export function variablesIn(segments: readonly Segment[]): string[] {
  const names = segments.flatMap((segment) =>
    typeof segment === 'object' && 'variable' in segment ? segment.variable : [],
  );
  return [...new Set(names)];
}

/**
 * Insert the values of variables, as they are: what looks like a variable or a mention in a value stays text. Throws 422
 * for a variable with neither a value nor a default.
 */
export function insertValues(
  segments: readonly Segment[],
  defaults: Values,
  values: Values,
  templateName: string,
): (string | Mention)[] {
  return segments.map((segment) => {
    if (typeof segment === 'string' || 'mention' in segment) return segment;
    const { variable } = segment;
    const value = ownValue(values, variable) ?? ownValue(defaults, variable);
    if (value !== null) return value;
    const detail = `The template "${templateName}" has the variable ${variable} without a default.`;
    throw fieldError(`/templates/variables/${variable}`, 'required', detail);
  });
}

function ownValue(values: Values, name: string): string | null {
  return Object.hasOwn(values, name) ? (values[name] ?? null) : null;
}
