import type { Reply } from './exchange.ts';

/** LinkedIn's error. */
export function refuse(status: number, message: string, more: object = {}): Reply {
  return { status, body: { message, status, ...more } };
}
