import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import typescript from 'highlight.js/lib/languages/typescript';
import { escapeHtml } from '../core/http/html.ts';

// The languages of the guides. Each brings its aliases, such as `ts`, `sh` and `toml`.
const LANGUAGES = { bash, go, ini, javascript, json, php, python, ruby, typescript };
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

/**
 * Return code as HTML, with its comments, strings, numbers, keywords and more in elements of the classes of highlight.js.
 * Code in another language is returned escaped.
 */
export function highlight(code: string, fence: string): string {
  return hljs.getLanguage(fence) ? hljs.highlight(code, { language: fence }).value : escapeHtml(code);
}
