import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** A question on a terminal. What is typed in response to a secret one is not shown. */
export type Question = { text: string; isSecret?: boolean };

/**
 * Ask questions on the terminal, or read one line for each from a standard input that is none. Returns the lines
 * without spaces around them; an empty text for a line that is missing.
 */
export async function ask(questions: readonly Question[], input = process.stdin, output = process.stderr) {
  const isTerminal = input.isTTY === true;
  let isHidden = false;
  const shown = new Writable({
    write(chunk, encoding, done) {
      if (isTerminal && !isHidden) output.write(chunk, encoding as BufferEncoding);
      done();
    },
  });
  const lines = createInterface({ input, output: shown, terminal: isTerminal });
  const received = lines[Symbol.asyncIterator]();
  const answers: string[] = [];
  for (const { text, isSecret = false } of questions) {
    if (isTerminal) output.write(`${text}: `);
    isHidden = isSecret;
    const { value } = await received.next();
    if (isTerminal && isSecret) output.write('\n');
    answers.push(String(value ?? '').trim());
  }
  lines.close();
  return answers;
}
