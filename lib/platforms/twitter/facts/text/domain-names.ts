import punycode from 'punycode/punycode.js';
import { ACCENTED, TOP_LEVEL_DOMAIN } from './url-patterns.ts';

/** A part of a text, in UTF-16 code units; `end` is exclusive. */
export type Span = { start: number; end: number };

/** A part of a host name that is followed by a dot, with the domains that start in it. */
export interface Label extends Span {
  /** Where the domain of this label and a top-level domain ends; 0 when there is none. */
  direct: number;
  /** Where the longest domain of this label and further ones ends; 0 when there is none. */
  further: number;
}

const ASCII_HOST = new RegExp(`[-.a-z0-9${ACCENTED}]+`, 'gi');
const NOT_EMPTY = /^.+$/s;
const STARTS_NAME = /[a-z\u0080-\uFFFF]/i;
const MAX_LABEL_LENGTH = 63;

let topLevelDomain: RegExp | undefined;

/**
 * Find where the top-level domain that starts at `start` ends; 0 when none starts there. Knows the last list that X
 * published, in any case, and every punycode name (`xn--…`). A known name must not be followed by an ASCII letter or
 * digit, `@`, `+` or `-`. The pattern is built for the first dot within a word, because most texts have none.
 */
function topLevelDomainEnd(text: string, start: number): number {
  if (!STARTS_NAME.test(text.charAt(start))) return 0;
  topLevelDomain ??= new RegExp(`${TOP_LEVEL_DOMAIN}|xn--[-0-9a-z]+`, 'iy');
  topLevelDomain.lastIndex = start;
  return topLevelDomain.test(text) ? topLevelDomain.lastIndex : 0;
}

/**
 * Split the host name at `start` to `end` of a text into labels. A domain may continue over a label that matches
 * `valid`, and may end only after one without an underscore.
 */
export function labelsIn(text: string, { start, end }: Span, valid: RegExp): Label[] {
  const labels: Label[] = [];
  let from = start;
  for (const name of text.slice(start, end).split('.').slice(0, -1)) {
    const dot = from + name.length;
    labels.push({ start: from, end: dot, direct: topLevelDomainEnd(text, dot + 1), further: 0 });
    from = dot + 1;
  }
  // From the right, so that each label is visited once: a host name may be the whole text.
  for (let index = labels.length - 2; index >= 0; index--) {
    const next = labels[index + 1]!;
    const name = text.slice(next.start, next.end);
    if (valid.test(name)) labels[index]!.further = next.further || (name.includes('_') ? 0 : next.direct);
  }
  return labels;
}

/** Find the domains within a domain that are all ASCII or accented Latin, in order. */
export function asciiDomainsIn(text: string, { start, end }: Span): Span[] {
  const found: Span[] = [];
  for (const { 0: host, index } of text.slice(start, end).matchAll(ASCII_HOST)) {
    const span = { start: start + index, end: start + index + host.length };
    for (const label of labelsIn(text, span, NOT_EMPTY)) {
      const domainEnd = label.further || label.direct;
      const isTaken = label.start < (found.at(-1)?.end ?? 0);
      if (domainEnd > 0 && label.end > label.start && !isTaken) found.push({ start: label.start, end: domainEnd });
    }
  }
  return found;
}

/** Check whether every label of a domain, in punycode if needed, has at most DNS's 63 characters. */
export function isResolvable(domain: string): boolean {
  return domain.split('.').every((label) => {
    // Full stops of East Asian scripts separate labels too, but X counts what they separate as one.
    const lengths = label.split(/[\u3002\uFF0E\uFF61]/).map(encodedLength);
    return lengths.reduce((sum, length) => sum + length + 1) <= MAX_LABEL_LENGTH;
  });
}

/** Compute the length of a label in punycode. */
function encodedLength(label: string): number {
  if (!/[^\0-\x7F]/.test(label)) return label.length;
  const characters = [...label].length;
  // Every character takes at least one. The encoding is not linear and must not run on long labels.
  return characters > MAX_LABEL_LENGTH ? characters : 'xn--'.length + punycode.encode(label).length;
}
