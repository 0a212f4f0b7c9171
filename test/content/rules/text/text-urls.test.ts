import twitterText from 'twitter-text';
import { describe, expect, it } from 'vitest';
import { addLinkParameters } from '../../../../lib/content/rules/text/link-parameters.ts';
import { findUrls } from '../../../../lib/content/rules/text/text-urls.ts';
import { measureCpuMs, REFERENCE_CPU_MS } from '../../../cpu-time.ts';

const urlsIn = (text: string) => findUrls(text).map(({ start, end }) => text.slice(start, end));
const certainIn = (text: string) => findUrls(text).map(({ isCertain }) => isCertain);

describe('findUrls', () => {
  it.each([
    ['a URL', 'See https://example.com/a now', ['https://example.com/a']],
    ['several URLs', 'HTTP://a.example https://b.example/?c', ['HTTP://a.example', 'https://b.example/?c']],
    ['a URL in parentheses', '(https://example.com/a_(b))', ['https://example.com/a_(b)']],
    ['a URL in brackets', '[https://example.com/?a=[1]]', ['https://example.com/?a=[1]']],
    ['a URL before the end of a sentence', 'https://example.com/a?!', ['https://example.com/a']],
    ['a URL in quotation marks', '"https://a.example" «https://b.example»', ['https://a.example', 'https://b.example']],
    ['a URL before Japanese punctuation', 'https://example.com/a、今日', ['https://example.com/a']],
    ['a query before another script', 'https://example.com/?a=b今日', ['https://example.com/?a=b']],
    ['a path in another script', 'https://example.com/今日?a=b', ['https://example.com/今日?a=b']],
    ['no host without a protocol', 'example.com/a', []],
  ])('finds %s', (_, text, urls) => {
    expect(urlsIn(text)).toEqual(urls);
  });

  it('is certain of the end before white space, the end of the text and closing punctuation only', () => {
    expect(certainIn('https://a.example https://a.example\nhttps://a.example」 https://a.example')).not.toContain(
      false,
    );
    expect(certainIn('https://a.example/–b https://a.example/?b|c https://a.example/’n’')).not.toContain(true);
  });

  it.each([
    ['a query', 'https://example.com/?x=[1]'],
    ['an empty list', 'https://example.com/?ids[]'],
    ['brackets with parentheses', 'https://example.com/?x=[(1)]'],
  ])('has link parameters behind the bracket that closes %s', (_, url) => {
    const added = [{ hosts: [], parameters: { utm_source: 'x' } }];
    const changed = `${url}${url.includes('?') ? '&' : '?'}utm_source=x`;
    expect(addLinkParameters(`See ${url}. (${url}) [${url}]`, added)).toBe(`See ${changed}. (${changed}) [${changed}]`);
    expect(twitterText.extractUrls(`${changed} [${changed}]`)).toEqual([changed, changed]);
  });

  it('is not certain of the end where brackets do not close what was opened last', () => {
    const urls = ['a](https://b.example)', '?x=[(1])', '?x=(1', 'a[1', 'a)b'].map((end) => `https://a.example/${end}`);
    expect(certainIn(urls.join(' '))).toEqual(urls.map(() => false));
  });

  it('is not certain of the end where X leaves out the bracket of a path or of a fragment', () => {
    const urls = ['https://example.com/a[1]', 'https://example.com/a[1]?b=c', 'https://example.com/?a#[1]'];
    expect(urls.flatMap((url) => twitterText.extractUrls(url)).filter((url) => urls.includes(url))).toEqual([]);
    expect(certainIn(urls.join(' '))).toEqual([false, false, false]);
  });

  it('takes time in proportion to the closing parentheses behind a URL', async () => {
    const text = `https://example.com/${')]'.repeat(50_000)}`;
    expect(await measureCpuMs(() => findUrls(text))).toBeLessThan(REFERENCE_CPU_MS);
  });
});
