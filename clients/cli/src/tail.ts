import { cellText } from './cell.ts';
import { type Context, connect } from './context.ts';
import { EventReader, followEvents, type ListedEvent, sinceMsOf } from './events.ts';
import { assertPositionals, textOf } from './flags.ts';

/** Print events as they happen, until the process ends. */
export async function tail(context: Context): Promise<number> {
  const { given, output } = context;
  assertPositionals(given, []);
  const sinceMs = sinceMsOf(textOf(given, 'since'));
  const reader = new EventReader(connect(context), { type: textOf(given, 'type'), sinceMs });
  return followEvents(reader, output, (event) => (output.isJson ? output.line(event) : output.text(lineOf(event))));
}

function lineOf({ timestamp, type, data }: ListedEvent): string {
  const fields = (data ?? {}) as Record<string, unknown>;
  const about = [
    fields.id ?? fields.content_id ?? fields.account_id,
    fields.status,
    fields.title ?? fields.text ?? fields.name,
  ];
  return [timestamp, type.padEnd(26), ...about.filter((each) => each !== undefined && each !== null)]
    .map((field) => cellText(field))
    .join('  ');
}
