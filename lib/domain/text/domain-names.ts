import { topLevelDomainEnd } from './top-level-domains.ts';

/** A part of a text, by UTF-16 code units; `end` is exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** A part of a host name that has a dot behind it, with the domains that begin in it. */
export interface Label extends Span {
  /** Where the domain of this label and a top-level domain ends; 0 when there is none. */
  direct: number;
  /** Where the longest domain of this label and further ones ends; 0 when there is none. */
  further: number;
}

/**
 * Latin letters beyond ASCII that X takes in addresses, as the inside of a character class; to be used with
 * the `i` flag. Source: twitter-text 3.1.0, `latinAccentChars`.
 */
export const ACCENTED = String.raw`\xC0-\xD6\xD8-\xF6\xF8-\u024F\u0253\u0254\u0256\u0257\u0259\u025B\u0263\u0268\u026F\u0272\u0289\u028B\u02BB\u0300-\u036F\u1E00-\u1EFF`;

const ASCII_HOST = new RegExp(`[-.a-z0-9${ACCENTED}]+`, 'gi');
const NOT_EMPTY = /^.+$/s;
const MAX_LABEL_LENGTH = 63;

/**
 * The labels of the host name at `start` to `end` of a text. A domain may go on over a label that is
 * `valid`, and may end only behind one without an underscore.
 */
export function labelsIn(text: string, { start, end }: Span, valid: RegExp): Label[] {
  const labels: Label[] = [];
  let from = start;
  for (const name of text.slice(start, end).split('.').slice(0, -1)) {
    const dot = from + name.length;
    labels.push({ start: from, end: dot, direct: topLevelDomainEnd(text, dot + 1), further: 0 });
    from = dot + 1;
  }
  // From the right, so that each label is looked at once: a host name may be the whole text.
  for (let place = labels.length - 2; place >= 0; place--) {
    const next = labels[place + 1]!;
    const name = text.slice(next.start, next.end);
    if (valid.test(name)) labels[place]!.further = next.further || (name.includes('_') ? 0 : next.direct);
  }
  return labels;
}

/** The domains within a domain that are all ASCII or accented Latin, in order. */
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

/**
 * Whether every label of a domain fits into the 63 characters a label may have in the domain name system,
 * where labels beyond ASCII are in punycode.
 */
export function isResolvable(domain: string): boolean {
  return domain.split('.').every((label) => {
    // Full stops of East Asian scripts part labels too, but X counts what they part as one.
    const lengths = label.split(/[\u3002\uFF0E\uFF61]/).map(encodedLength);
    return lengths.reduce((sum, length) => sum + length + 1) <= MAX_LABEL_LENGTH;
  });
}

/** The length of a label as it is asked for in the domain name system. Source: RFC 3492, 6.3. */
function encodedLength(label: string): number {
  const points = [...label].map((character) => character.codePointAt(0)!);
  const basic = points.filter((point) => point < 0x80).length;
  if (basic === points.length) return label.length;
  // Every character takes one at least. What follows is not linear, and must not see long labels.
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

/** How many digits punycode writes a number with. */
function digitsOf(number: number, bias: number): number {
  let rest = number;
  for (let digits = 1; ; digits++) {
    const threshold = Math.min(Math.max(36 * digits - bias, 1), 26);
    if (rest < threshold) return digits;
    rest = Math.floor((rest - threshold) / (36 - threshold));
  }
}

/** Source: RFC 3492, 6.1. */
function adaptedBias(delta: number, points: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / points);
  let bias = 0;
  for (; rest > 455; bias += 36) rest = Math.floor(rest / 35);
  return bias + Math.floor((36 * rest) / (rest + 38));
}
