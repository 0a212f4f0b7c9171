import { topLevelDomainEnd } from './top-level-domains.ts';

/** A part of a text, in UTF-16 code units; `end` is exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** A part of a host name that is followed by a dot, with the domains that start in it. */
export interface Label extends Span {
  /** Where the domain of this label and a top-level domain ends; 0 when there is none. */
  direct: number;
  /** Where the longest domain of this label and further ones ends; 0 when there is none. */
  further: number;
}

/**
 * Non-ASCII Latin letters that X accepts in URLs, as the inside of a character class for the `i` flag.
 * Source: twitter-text 3.1.0, `latinAccentChars`.
 */
export const ACCENTED = String.raw`\xC0-\xD6\xD8-\xF6\xF8-\u024F\u0253\u0254\u0256\u0257\u0259\u025B\u0263\u0268\u026F\u0272\u0289\u028B\u02BB\u0300-\u036F\u1E00-\u1EFF`;

const ASCII_HOST = new RegExp(`[-.a-z0-9${ACCENTED}]+`, 'gi');
const NOT_EMPTY = /^.+$/s;
const MAX_LABEL_LENGTH = 63;

/**
 * Split the host name at `start` to `end` of a text into labels.
 *
 * A domain may continue over a label that matches `valid`, and may end only after one without an underscore.
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
      if (domainEnd > 0 && label.end > label.start && !isTaken)
        found.push({ start: label.start, end: domainEnd });
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

/** Compute the length of a label in punycode. Source: RFC 3492, 6.3. */
function encodedLength(label: string): number {
  const points = [...label].map((character) => character.codePointAt(0)!);
  const basic = points.filter((point) => point < 0x80).length;
  if (basic === points.length) return label.length;
  // Every character takes at least one. The rest is not linear and must not run on long labels.
  if (points.length > MAX_LABEL_LENGTH) return points.length;
  let length = 'xn--'.length + basic + (basic > 0 ? 1 : 0);
  let delta = 0;
  let bias = 72;
  let done = basic;
  for (let lowest = 0x80; done < points.length; lowest++) {
    const next = Math.min(...points.filter((point) => point >= lowest));
    delta += (next - lowest) * (done + 1);
    lowest = next;
    for (const point of points) {
      if (point < next) delta++;
      if (point !== next) continue;
      length += digitsOf(delta, bias);
      bias = adaptedBias(delta, done + 1, done === basic);
      delta = 0;
      done++;
    }
    delta++;
  }
  return length;
}

/** Count the digits of a number in punycode. */
function digitsOf(number: number, bias: number): number {
  let rest = number;
  for (let digits = 1; ; digits++) {
    const threshold = Math.min(Math.max(36 * digits - bias, 1), 26);
    if (rest < threshold) return digits;
    rest = Math.floor((rest - threshold) / (36 - threshold));
  }
}

/** Adapt the punycode bias. Source: RFC 3492, 6.1. */
function adaptedBias(delta: number, points: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / points);
  let bias = 0;
  for (; rest > 455; bias += 36) rest = Math.floor(rest / 35);
  return bias + Math.floor((36 * rest) / (rest + 38));
}
