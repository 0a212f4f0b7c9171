import { type ComponentChild, h } from 'preact';
import { htmlPage } from '../../core/http/html.ts';
import type { ProblemKind } from './problem-kinds.ts';

/** Build the page of one problem type. `docsUrl` is the URL of the API reference. */
export function problemPage(kind: ProblemKind, docsUrl: string): string {
  const terms: [string, ComponentChild][] = [
    ['Meaning', kind.meaning],
    ['Resolution', kind.remedy],
    ['Retryable', kind.retryable ? 'Yes' : 'No'],
    ['HTTP status', kind.status],
    ['Code', h('code', null, kind.code)],
    ['Type', h('code', null, kind.type)],
  ];
  return htmlPage(`${kind.code} (${kind.status})`, [
    h('h1', null, kind.title),
    h(
      'dl',
      null,
      terms.map(([term, description]) => [h('dt', null, term), h('dd', null, description)]),
    ),
    h('h2', null, 'Example'),
    h('pre', null, JSON.stringify(kind.example, null, 2)),
    h('p', null, h('a', { href: '/v1/problems' }, 'All problems'), ' · ', referenceLink(docsUrl)),
  ]);
}

/** Build the page that lists all problem types. `docsUrl` is the URL of the API reference. */
export function problemListPage(kinds: ProblemKind[], docsUrl: string): string {
  const rows = kinds.map(({ status, code, type, title }) => {
    const link = h('a', { href: type }, h('code', null, code));
    return h('tr', null, h('td', null, status), h('td', null, link), h('td', null, title));
  });
  const mediaType = h('code', null, 'application/problem+json');
  return htmlPage('Problems', [
    h('h1', null, 'Problems'),
    h('p', null, 'Errors are returned as ', mediaType, ' (RFC 9457) with one of these codes.'),
    h('table', null, rows),
    h('p', null, referenceLink(docsUrl)),
  ]);
}

function referenceLink(docsUrl: string) {
  return h('a', { href: docsUrl }, 'API reference');
}
