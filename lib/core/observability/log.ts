type Fields = Record<string, unknown>;

const SERVICE = process.env.FUNCTION ?? 'content-intelligence';
const MAX_CAUSES = 5;

/**
 * The structured log of a function, in JSON lines. It may contain ids of requests, workspaces, API keys, items and
 * deliveries, and the source address of token requests and rejected requests, but never bodies, headers, tokens or secrets. `LOG_LEVEL=SILENT` writes nothing.
 */
export const log = {
  info: (message: string, fields?: Fields) => write('INFO', message, fields),
  warn: (message: string, fields?: Fields) => write('WARN', message, fields),
  error: (message: string, fields?: Fields) => write('ERROR', message, fields),
};

function write(level: string, message: string, fields: Fields = {}): void {
  if (process.env.LOG_LEVEL === 'SILENT') return;
  const line = { level, message, timestamp: new Date().toISOString(), service: SERVICE, ...fields };
  // Not by console, which on Lambda puts the time and the request id in front of the line.
  process.stdout.write(`${JSON.stringify(line, hasObject(fields) ? describeErrors : undefined)}\n`);
}

// A replacer makes the line of every request several times slower.
function hasObject(fields: Fields): boolean {
  return Object.values(fields).some((value) => typeof value === 'object' && value !== null);
}

function describeErrors(_: string, value: unknown): unknown {
  return value instanceof Error ? describe(value) : value;
}

function describe(error: Error, depth = 1): Fields {
  const { name, message, stack, cause } = error;
  const hasCause = cause instanceof Error && depth < MAX_CAUSES;
  return { name, message, stack, ...(hasCause && { cause: describe(cause, depth + 1) }) };
}
