import { fieldError } from '../../core/problems/request-errors.ts';
import { nameKey } from '../../core/values/name-key.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { ComposedText } from './compose-text.ts';
import type { NamedTemplates } from './named-templates.ts';

/**
 * Return a text as a platform gets it: with the handles of its saved mentions there, or their names without one. Null for
 * a text that is for all platforms. Throws 422 at the field of a mention that the workspace does not have.
 */
export function renderFor(
  platform: Platform | null,
  text: ComposedText,
  { mentions }: Pick<NamedTemplates, 'mentions'>,
): string {
  const parts = text.map((segment) => {
    if (typeof segment === 'string') return segment;
    const template = mentions.get(nameKey(segment.mention));
    if (!template) {
      const detail = `The workspace has no saved mention with the name "${segment.mention}".`;
      throw fieldError(segment.pointer, 'mention_not_found', detail);
    }
    return (platform && template.handles?.[platform]) ?? template.name;
  });
  return parts.join('');
}
