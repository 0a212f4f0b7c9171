import type { Content } from './content.ts';

/** Return what the warnings of a post say, each text once: that about its approval is the same for every platform. */
export function warningTexts({ warnings }: Pick<Content, 'warnings'>): string[] {
  return [...new Set(warnings.map(({ detail }) => detail))];
}
