import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { UsageError } from './usage.ts';

/** Ask a question on the terminal. Without a terminal, read a line of stdin. The answer to a hidden one is not shown. */
export async function ask(question: string, { isHidden = false } = {}): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  if (!isTerminal) return nextLine(question);
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: isHidden ? silent : process.stderr, terminal: true });
  try {
    return (await reader.question('')).trim();
  } finally {
    reader.close();
    if (isHidden) process.stderr.write('\n');
  }
}

let lines: string[] | undefined;

async function nextLine(question: string): Promise<string> {
  lines ??= (await readStdin()).split(/\r?\n/);
  const line = lines.shift()?.trim();
  if (!line) throw new UsageError(`${question.replace(/:\s*$/, '')} is missing on stdin.`);
  return line;
}

/** Read stdin to its end. */
export async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
