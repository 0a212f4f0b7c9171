import { describe, expect, it } from 'vitest';
import { highlight } from '../../lib/bundle/highlight.ts';

/** The parts of code that have a color, by their class. */
const colored = (code: string, fence: string) =>
  [...highlight(code, fence).matchAll(/<span class="hljs-(\w+)">([^<]*)<\/span>/g)].map(
    ([, kind, text]) => `${kind} ${text}`,
  );

describe('the colors of code', () => {
  it.each([
    [
      'ts',
      'const a = true; // one\nreturn 2;',
      ['keyword const', 'literal true', 'comment // one', 'keyword return', 'number 2'],
    ],
    ['js', 'const a = 2;', ['keyword const', 'number 2']],
    ['python', 'return 2  # why', ['keyword return', 'number 2', 'comment # why']],
    ['go', 'return nil // ok', ['keyword return', 'literal nil', 'comment // ok']],
    ['ruby', 'return nil # ok', ['keyword return', 'literal nil', 'comment # ok']],
    ['php', 'return 2; // ok', ['keyword return', 'number 2', 'comment // ok']],
    ['sh', 'until true # send', ['keyword until', 'literal true', 'comment # send']],
    ['json', '{"a": 12}', ['attr &quot;a&quot;', 'number 12']],
    ['toml', 'a = 2 # ok', ['attr a', 'number 2', 'comment # ok']],
  ])('of %s are those of its comments, literals, numbers and keywords', (fence, code, expected) => {
    expect(colored(code, fence).filter((part) => !/^(punctuation|operator)/.test(part))).toEqual(expected);
  });

  it('leave names that contain a keyword, and what begins in a string, as they are', () => {
    expect(colored("a('if // no')", 'ts')).toContain('string &#x27;if // no&#x27;');
    expect(colored("a('if // no')", 'ts').join()).not.toMatch(/keyword|comment/);
    expect(colored('a.return', 'ts').join()).not.toContain('keyword');
  });

  it('escape the code in every language', () => {
    expect(highlight('<b>"&"', 'unknown')).toBe('&lt;b&gt;"&amp;"');
    expect(highlight('a < "<b>"', 'ts')).toContain('&lt;b&gt;');
    expect(highlight('a < "<b>"', 'ts')).not.toContain('<b>');
  });
});
