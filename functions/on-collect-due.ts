import { collectDue } from '../lib/consequences/collecting.ts';

/** On a timer: hands out the posts whose numbers are due to be read. */
export async function handler(): Promise<void> {
  await collectDue(Date.now());
}
