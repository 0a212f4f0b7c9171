import latinAccents from 'twitter-text/dist/regexp/latinAccentChars.js';
import ccTld from 'twitter-text/dist/regexp/validCCTLD.js';
import gTld from 'twitter-text/dist/regexp/validGTLD.js';
import { renderHead } from './module-text.ts';

export const URL_PATTERNS_PATH = 'lib/platforms/twitter/facts/text/url-patterns.ts';

/**
 * Render the patterns of twitter-text that the adapter of X uses, as text: a bundle with the modules of twitter-text
 * has its polyfills as well, and runs them at every cold start.
 */
export function renderUrlPatterns(): string {
  return `${renderHead('twitter-text')}

/** Non-ASCII Latin letters that X accepts in URLs, as the inside of a character class for the \`i\` flag. */
export const ACCENTED = String.raw\`${latinAccents.source}\`;

/** The top-level domains in the last list that X published. */
export const TOP_LEVEL_DOMAIN =
  '${gTld.source}|${ccTld.source}';
`;
}
