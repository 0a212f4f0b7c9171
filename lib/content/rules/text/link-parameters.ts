import type { Platform } from '../../../platforms/platform.ts';
import { replaceUrls } from './text-urls.ts';

/** The parameters that can be added to a URL, in the order in which a URL gets them: the table returns a map in any order. */
export const UTM_PARAMETERS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const;
export type UtmParameter = (typeof UTM_PARAMETERS)[number];

/** Parameters that are added to the URLs of some hosts; of all hosts where the list is empty. */
export interface UrlParameters {
  hosts: string[];
  parameters: Partial<Record<UtmParameter, string>>;
}

/** What is added to the URLs of an item on each platform. The later of two values for one parameter counts. */
export type LinkParameters = Partial<Record<Platform, UrlParameters[]>>;

/**
 * Add parameters to the URLs of a text. What a URL has already is neither changed nor added again, and a URL whose end is
 * not certain stays as it is: parameters within it would break the link.
 */
export function addLinkParameters(text: string, added: readonly UrlParameters[]): string {
  if (added.length === 0) return text;
  return replaceUrls(text, (url, isCertain) => (isCertain ? addToUrl(url, added) : url));
}

/** Add parameters to a URL, in a fixed order: those of the last value for its host, and that it does not have. */
export function addToUrl(url: string, added: readonly UrlParameters[]): string {
  const host = URL.parse(url)?.hostname;
  if (!host) return url;
  const fitting = added.filter((each) => fitsHost(each, host));
  const values: UrlParameters['parameters'] = Object.assign({}, ...fitting.map(({ parameters }) => parameters));
  const [base, ...fragment] = url.split('#') as [string, ...string[]];
  const query = base.includes('?') ? base.slice(base.indexOf('?') + 1) : null;
  const present = new Set([...new URLSearchParams(query ?? '').keys()].map((name) => name.toLowerCase()));
  const names = UTM_PARAMETERS.filter((name) => values[name] !== undefined && !present.has(name));
  if (names.length === 0) return url;
  const separator = query === null ? '?' : query === '' || query.endsWith('&') ? '' : '&';
  const text = names.map((name) => `${name}=${encode(values[name]!)}`).join('&');
  return [`${base}${separator}${text}`, ...fragment].join('#');
}

/** Return whether parameters are added to the URLs of a host. */
export function fitsHost({ hosts }: UrlParameters, host: string): boolean {
  return hosts.length === 0 || hosts.some((each) => host === each || host.endsWith(`.${each}`));
}

/** Encode a value so that no character of it ends the URL in a text. */
function encode(value: string): string {
  const code = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(value).replaceAll(/[!'()*]|\.$/g, code);
}
