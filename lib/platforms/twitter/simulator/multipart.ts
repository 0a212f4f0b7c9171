import type { SimulatedRequest } from '../../kit/simulator/simulated-http.ts';

/** Parse a form with files (`multipart/form-data`); undefined for any other body. */
export function parseMultipart({ headers, body }: SimulatedRequest): Record<string, Buffer> | undefined {
  const boundary = /^multipart\/form-data; boundary=([\w-]+)$/.exec(headers['content-type'] ?? '')?.[1];
  if (boundary === undefined) return undefined;
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const fields: Record<string, Buffer> = {};
  // The first delimiter has no line break before it.
  let start = delimiter.length - 2;
  if (!body.subarray(0, start).equals(delimiter.subarray(2))) return undefined;
  while (body.subarray(start, start + 2).toString() !== '--') {
    const end = body.indexOf(delimiter, start);
    const head = body.indexOf('\r\n\r\n', start);
    if (end === -1 || head === -1 || head > end) return undefined;
    const name = / name="(\w+)"/.exec(body.toString('latin1', start, head))?.[1];
    if (name === undefined) return undefined;
    fields[name] = body.subarray(head + 4, end);
    start = end + delimiter.length;
  }
  return fields;
}
