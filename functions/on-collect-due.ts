import { collectDue } from '../lib/consequences/measuring.ts';

/** On a timer: reads the numbers of recent posts from their platforms. */
export async function handler(): Promise<void> {
  await collectDue(Date.now());
}
