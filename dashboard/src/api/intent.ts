import { useRef } from 'preact/hooks';
import { newIdempotencyKey } from './client.ts';

/** The idempotency key of what a person is about to create. */
export interface Intent {
  /** Return the key for a body: the same for a repeat of it, a new one after the body has changed. */
  keyFor: (body: unknown) => string;
  /** Forget the key after a success, so that the same body creates something new. */
  end: () => void;
}

/** Hold the idempotency key of one form or dialog, so that a repeat after a lost response creates nothing twice. */
export function useIntent(): Intent {
  const last = useRef<{ body: string; key: string } | null>(null);
  return {
    keyFor: (body) => {
      const text = JSON.stringify(body) ?? '';
      if (last.current?.body !== text) last.current = { body: text, key: newIdempotencyKey() };
      return last.current.key;
    },
    end: () => {
      last.current = null;
    },
  };
}
