import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { isForOtherSite } from './request-host.ts';

const PATH = '/_outbox';

type StoredEmail = { at: string; to: string; subject: string; text: string };

/**
 * Show the emails that the local service has sent, newest first, with their links: `/_outbox`. A browser that requests it
 * for a page of another site gets 403. False, having done nothing, for every other path.
 */
export function handleMailboxPage(folder: string, request: IncomingMessage, response: ServerResponse): boolean {
  const { pathname } = new URL(request.url ?? '/', 'http://page');
  if (pathname !== PATH) return false;
  request.resume();
  if (isForOtherSite(request)) {
    response.writeHead(403, { 'content-type': 'text/plain' }).end('Open this page by its address.\n');
    return true;
  }
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'",
  });
  response.end(pageOf(readMailbox(folder)));
  return true;
}

/** Return the emails that the local service has sent, newest first. */
export function readMailbox(folder: string): StoredEmail[] {
  const file = join(folder, 'outbox.jsonl');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  // The last line is incomplete while an email is being written.
  return lines.flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as StoredEmail] : [])).reverse();
}

function pageOf(emails: StoredEmail[]): string {
  const shown = emails.map(
    ({ at, to, subject, text }) =>
      `<article><h2>${escaped(subject)}</h2><p>${escaped(at)} to ${escaped(to)}</p><pre>${linked(text)}</pre></article>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Outbox</title>
<style>pre { white-space: pre-wrap; overflow-wrap: anywhere }</style>
<h1>Outbox</h1>
<p>The emails of the local service. It sends none.</p>
${shown.join('\n') || '<p>There are no emails yet.</p>'}
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function linked(text: string): string {
  return escaped(text).replace(/https?:\/\/[^\s&]+/g, (url) => `<a href="${url}">${url}</a>`);
}
