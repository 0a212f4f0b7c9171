import type { Template } from '../../content/template-texts.ts';

/** The start of a mention that is being typed, and what of its name is typed. */
export interface MentionQuery {
  start: number;
  name: string;
}

const MAX_OPTIONS = 6;
// Not within a word, such as an email address, and not the placeholder of a mention that was chosen.
const TYPED = /(?<![\p{L}\p{N}_{@.])@([\p{L}\p{N}_.'-]*(?: [\p{L}\p{N}_.'-]+)?)$/u;

/** Return the mention that is being typed before the caret, or null. A name can have a space: `@Ada Love`. */
export function mentionAt(text: string, caret: number): MentionQuery | null {
  const found = TYPED.exec(text.slice(0, caret));
  return found && { start: found.index, name: found[1]! };
}

/** List the saved mentions with a word that begins as it is typed, at most six, by name. */
export function matchingMentions(templates: readonly Template[], name: string): Template[] {
  const typed = name.toLowerCase();
  const matches = (text: string) => text.startsWith(typed) || text.includes(` ${typed}`);
  return templates
    .filter((template) => template.kind === 'mention' && matches(template.name.toLowerCase()))
    .sort((a, b) => a.name.localeCompare(b.name))
    .slice(0, MAX_OPTIONS);
}

/** Put a saved mention in the place of what is typed. Returns the text and the caret after it. */
export function withMention(
  text: string,
  { start }: MentionQuery,
  caret: number,
  name: string,
): { text: string; caret: number } {
  const before = `${text.slice(0, start)}{{@${name}}}`;
  const rest = text.slice(caret);
  const isApart = /^\s/u.test(rest);
  return { text: `${before}${isApart ? '' : ' '}${rest}`, caret: before.length + 1 };
}
