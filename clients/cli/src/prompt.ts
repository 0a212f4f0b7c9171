import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { EXIT } from './failures.ts';
import { decodeText } from './text.ts';
import { UsageError } from './usage.ts';

/** Ask a question on the terminal. Without a terminal, read a line of stdin. The answer to a hidden one is not shown. */
export async function ask(question: string, { isHidden = false } = {}): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  if (!isTerminal) return nextLine(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: isHidden ? silent : process.stderr, terminal: true });
  // The reader would remove a question that it does not know, and writes nothing of a hidden one. It comes after the reader,
  // which stops the terminal from showing what is typed.
  if (isHidden) process.stderr.write(question);
  reader.once('SIGINT', () => {
    reader.close();
    process.stderr.write('\n');
    process.exit(EXIT.interrupted);
  });
  try {
    const ended = new Promise<never>((_, fail) => reader.once('close', () => fail(missing(question))));
    return (await Promise.race([reader.question(isHidden ? '' : question), ended])).trim();
  } catch (error) {
    // Ctrl-D.
    throw (error as Error).name === 'AbortError' ? missing(question) : error;
  } finally {
    reader.close();
    if (isHidden) process.stderr.write('\n');
  }
}

let lines: string[] | undefined;

async function nextLine(question: string): Promise<string> {
  lines ??= (await readStdin()).split(/\r?\n/);
  const line = lines.shift()?.trim();
  if (!line) throw missing(question, ' on stdin');
  return line;
}

function missing(question: string, place = ''): UsageError {
  return new UsageError(`${question.replace(/:\s*$/, '')} is missing${place}.`);
}

/** Read stdin to its end. */
export async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return decodeText(Buffer.concat(chunks), 'The text of stdin');
}
