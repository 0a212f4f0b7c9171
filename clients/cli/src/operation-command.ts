import { randomUUID } from 'node:crypto';
import { Pages } from '../../typescript/src/pages.ts';
import { type Context, connect } from './context.ts';
import { EXIT, reportFailure } from './failures.ts';
import { flagFields } from './field-names.ts';
import { textOf } from './flags.ts';
import type { Operation } from './operation.ts';
import { bodyFrom, pathFrom, queryFrom } from './operation-flags.ts';
import type { Row } from './table.ts';

/** Run an operation with the arguments of its command. Returns the exit code. */
export async function runOperation(operation: Operation, context: Context): Promise<number> {
  const { given, output } = context;
  const { method, page, isKeyed = false } = operation;
  const path = pathFrom(operation, given);
  const query = await queryFrom(operation, given);
  const body = await bodyFrom(operation, given);
  const ifMatch = textOf(given, 'if-match');
  const key = isKeyed ? (textOf(given, 'idempotency-key') ?? randomUUID()) : undefined;
  try {
    if (given.switches.get('csv')) await printCsv(path, query, context);
    else if (page) await printList(new Pages<Row, Row>(connect(context), path, query, page), page, context);
    else {
      const call = { method, path, query, ...(body && { body }), keyed: isKeyed };
      const options = { ...(ifMatch !== undefined && { ifMatch }), ...(key && { idempotencyKey: key }) };
      output.object(await connect(context).send<object>(call, options));
    }
    return EXIT.success;
  } catch (error) {
    return reportFailure(error, { key, isRead: method === 'GET', fields: flagFields(operation) }, output);
  }
}

function printList(pages: Pages<Row, Row>, field: string, context: Context): Promise<void> {
  return context.given.switches.get('all') ? printAll(pages, context) : printPage(pages, field, context);
}

/** Print all pages of a list as one CSV file: the service formats it, and names the next page in `Link`. */
async function printCsv(path: string, query: object, context: Context): Promise<void> {
  const next: { cursor?: string } = {};
  const transport = connect(context, undefined, ({ headers }) => {
    const [, url] = /^<([^>]*)>; rel="next"$/.exec(headers.get('link') ?? '') ?? [];
    const cursor = url && new URL(url, 'http://service').searchParams.get('cursor');
    if (cursor) next.cursor = cursor;
    else delete next.cursor;
  }).withHeaders({ accept: 'text/csv' });
  const pageAfter = (cursor?: string) =>
    transport.send<string>({ method: 'GET', path, query: cursor ? { ...query, cursor } : query });
  context.output.text((await pageAfter()).trimEnd());
  while (next.cursor) {
    const [, ...rows] = (await pageAfter(next.cursor)).trimEnd().split('\n');
    if (rows.length > 0) context.output.text(rows.join('\n'));
  }
}

/** Print all items: a line of JSON each for programs, else one table. */
async function printAll(pages: AsyncIterable<Row>, { output }: Context): Promise<void> {
  const rows: Row[] = [];
  for await (const row of pages) {
    if (output.isJson) output.line(row);
    else {
      rows.push(row);
      output.progress(`${rows.length} read`);
    }
  }
  if (!output.isJson) output.rows(rows);
}

async function printPage(pages: Pages<Row, Row>, field: string, { output }: Context): Promise<void> {
  const page = await pages.page();
  output.rows(page[field] as Row[], { whole: page });
  const { next_cursor, has_more } = (page.pagination ?? {}) as { next_cursor?: string | null; has_more?: boolean };
  if (!output.isJson && has_more && next_cursor) output.note('There are more: --all reads all pages.');
}
