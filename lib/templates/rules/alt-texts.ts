import { fieldError } from '../../core/problems/request-errors.ts';
import type { Media } from '../../platforms/platform.ts';
import { MAX_ALT_CHARACTERS } from '../../platforms/service-limits.ts';
import type { NamedTemplates } from './named-templates.ts';
import { renderFor } from './render-mentions.ts';
import { parseRequestText } from './template-text.ts';

/**
 * Replace the saved mentions in the alternative texts of files by their names: a handle in them notifies no one, and is
 * read aloud. Throws 422 at the text of an unknown mention, and of a result that is too long.
 */
export function withAltNames(media: Media[], pointer: string, templates: NamedTemplates): Media[] {
  return media.map((each, index) => {
    if (each.alt === undefined) return each;
    const at = `${pointer}/${index}/alt`;
    const alt = renderFor(null, parseRequestText(each.alt, at, templates), templates);
    if ([...alt].length <= MAX_ALT_CHARACTERS) return { ...each, alt };
    throw fieldError(
      at,
      'too_long',
      `Must have at most ${MAX_ALT_CHARACTERS} characters with the names of its saved mentions.`,
    );
  });
}
