import { randomUUID } from 'node:crypto';
import { CisError } from '../../typescript/src/errors.ts';
import { Pages } from '../../typescript/src/pages.ts';
import type { Call, Transport } from '../../typescript/src/transport.ts';
import { type Context, connect } from './context.ts';
import { describeFailure, EXIT, exitCodeOf } from './failures.ts';
import { textOf } from './flags.ts';
import type { Operation } from './operation.ts';
import { bodyFrom, pathFrom, queryFrom } from './operation-flags.ts';
import type { Row } from './table.ts';

/** Run an operation with the arguments of its command. Returns the exit code. */
export async function runOperation(operation: Operation, context: Context): Promise<number> {
  const { given, output } = context;
  const path = pathFrom(operation, given);
  const query = await queryFrom(operation, given);
  const body = await bodyFrom(operation, given);
  const transport = connect(context);
  if (operation.page) {
    const pages = new Pages<Row, Row>(transport, path, query, operation.page);
    if (given.switches.get('all')) await printAll(pages, context);
    else await printPage(pages, operation.page, context);
    return EXIT.success;
  }
  const call: Call = { method: operation.method, path, query, ...(body && { body }) };
  const result = await send(transport, call, operation, context);
  if (typeof result === 'number') return result;
  output.object(result);
  return EXIT.success;
}

/** Send the request. Returns the exit code of a failure, whose message has the key of the request. */
async function send(transport: Transport, call: Call, operation: Operation, { given, output }: Context) {
  const ifMatch = textOf(given, 'if-match');
  const idempotencyKey = operation.isKeyed ? (textOf(given, 'idempotency-key') ?? randomUUID()) : undefined;
  const options = { ...(ifMatch !== undefined && { ifMatch }), ...(idempotencyKey && { idempotencyKey }) };
  try {
    return await transport.send<object>({ ...call, keyed: operation.isKeyed ?? false }, options);
  } catch (error) {
    if (!(error instanceof CisError) || idempotencyKey === undefined) throw error;
    output.note(describeFailure(error, idempotencyKey));
    return exitCodeOf(error);
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
