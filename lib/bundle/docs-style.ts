import { createHash } from 'node:crypto';
import { TABS_STYLE } from './clients-page.ts';

/** The reference page: its renderer links to its authors, and breaks words of its title. */
const REFERENCE_STYLE = [
  'a[href^="https://redocly.com/redoc"]{display:none!important}',
  'redoc h1,redoc h2,redoc h3{overflow-wrap:normal!important;word-break:normal!important}',
  'redoc pre,redoc pre code{white-space:pre-wrap!important;overflow-wrap:anywhere!important}',
  '@media(max-width:30rem){redoc h1{font-size:1.6rem!important;line-height:1.25!important}}',
].join('');

/** The style of every page of the documentation, also of the one that responds 404. */
export const DOCS_STYLE = [
  ':root{color-scheme:light dark;--line:light-dark(#d8dde3,#343b46);--quiet:light-dark(#55606e,#a3afbd);--link:light-dark(#0b57b7,#8ab8ff);--code:light-dark(#f4f6f8,#1b212a);background:light-dark(#fff,#11151b);color:light-dark(#1c2530,#e3e8ee);font:16px/1.6 system-ui,sans-serif;scroll-padding-top:4.5rem}',
  'body{margin:0}a{color:var(--link)}',
  'body>header{position:sticky;top:0;z-index:9;display:flex;flex-wrap:wrap;align-items:center;gap:0 1.25rem;min-height:3.5rem;padding:0 1.25rem;background:inherit;background:light-dark(#fff,#11151b);border-bottom:1px solid var(--line)}',
  'body>header a{padding:.4rem 0;text-decoration:none;color:inherit}body>header a:hover{text-decoration:underline}body>header b{font-weight:650}',
  '[aria-current]{font-weight:650}',
  '.all{margin-left:auto}',
  '.frame{display:grid;grid-template-columns:16rem minmax(0,1fr);max-width:84rem;margin:0 auto}',
  '.pages{padding:1.5rem 1.25rem 4rem;font-size:.9rem}.pages h2{margin:1.5rem 0 .4rem;font-size:.75rem;letter-spacing:.05em;text-transform:uppercase;color:var(--quiet)}',
  '.pages ul{list-style:none;margin:0;padding:0}.pages li a{display:block;padding:.2rem 0;color:inherit;text-decoration:none}.pages li a:hover{text-decoration:underline}.pages [aria-current]{color:var(--link)}',
  '.frame>*{grid-row:1}.frame>main{grid-column:2}.frame>.pages{grid-column:1;position:sticky;top:3.5rem;box-sizing:border-box;height:calc(100vh - 3.5rem);overflow:auto;border-right:1px solid var(--line)}',
  'main{min-width:0;max-width:52rem;padding:1.5rem 2rem 6rem;overflow-wrap:break-word}',
  'h1,h2,h3,h4{line-height:1.25}h1{margin-top:0}h2{margin-top:2.75rem}h3{margin-top:2rem}h1,h2,h3,h4{overflow-wrap:normal}',
  'code,pre{font:.875em/1.55 ui-monospace,monospace}code{padding:.1em .25em;background:var(--code);border-radius:.25rem}',
  'pre{margin:1rem 0;padding:1rem;background:var(--code);border:1px solid var(--line);border-radius:.5rem;font-size:.875rem;white-space:pre-wrap;overflow-wrap:anywhere}pre code{padding:0;font:inherit;background:none}',
  '.hljs-comment{color:light-dark(#5c6773,#98a4b3)}.hljs-string,.hljs-regexp{color:light-dark(#1b6b36,#8fd19e)}',
  '.hljs-keyword,.hljs-literal,.hljs-type{color:light-dark(#8a2a86,#dfa0ee)}.hljs-number{color:light-dark(#9a4a00,#f0b070)}',
  '.scroll{overflow:auto;margin:1rem 0}table{border-collapse:collapse;font-size:.94rem}th,td{padding:.45rem 1rem .45rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}td{min-width:7rem}',
  'blockquote{margin:1rem 0;padding:0 1rem;border-left:3px solid var(--line);color:var(--quiet)}',
  '.source{margin-top:4rem;font-size:.85rem;color:var(--quiet)}',
  '@media(max-width:60rem){.frame{display:block}main{padding:1.25rem 1.25rem 3rem}.frame>.pages{position:static;height:auto;border:0;border-top:1px solid var(--line)}}',
  '@media(max-width:30rem){body>header b{display:none}}@media(min-width:60.01rem){.all{display:none}}',
  // The menu of the reference page.
  'details.menu{margin-left:auto}details.menu summary{padding:.4rem 0;cursor:pointer}details.menu .pages{position:absolute;right:0;top:3.5rem;box-sizing:border-box;width:min(22rem,100vw);max-height:calc(100vh - 3.5rem);overflow:auto;background:light-dark(#fff,#11151b);border:1px solid var(--line);border-top:0;padding-top:.25rem}',
  REFERENCE_STYLE,
  TABS_STYLE,
].join('');

const HASH_DIGITS = 12;

/** Return the digits in the name of a file that caches store for a year. */
export function shortHash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, HASH_DIGITS);
}

/** The URL of the style sheet. */
export const DOCS_STYLESHEET = `/docs/assets/docs-${shortHash(DOCS_STYLE)}.css`;
