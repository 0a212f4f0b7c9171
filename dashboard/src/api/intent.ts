import { useRef } from 'preact/hooks';

/** The idempotency key of what a person is about to create. */
export interface Intent {
  /** Return the key for a body: the same for a repeat of it, a new one after the body has changed. */
  keyFor: (body: unknown) => string;
  /** Forget the key after a success, so that the same body creates something new. */
  end: () => void;
  /** Call `request` with the header that has the key for a body, and forget the key after a success. */
  send: <T>(body: unknown, request: (header: { 'Idempotency-Key': string }) => Promise<T>) => Promise<T>;
}

/** Hold the idempotency key of one form or dialog, so that a repeat after a lost response creates nothing twice. */
export function useIntent(): Intent {
  const last = useRef<{ body: string; key: string } | null>(null);
  const keyFor = (body: unknown) => {
    const text = JSON.stringify(body) ?? '';
    if (last.current?.body !== text) last.current = { body: text, key: newIdempotencyKey() };
    return last.current.key;
  };
  const end = () => {
    last.current = null;
  };
  return {
    keyFor,
    end,
    send: async (body, request) => {
      const response = await request({ 'Idempotency-Key': keyFor(body) });
      end();
      return response;
    },
  };
}

/** Return a new idempotency key. Repeats of one intent share it, so that a lost response creates nothing twice. */
export function newIdempotencyKey(): string {
  return crypto.randomUUID();
}
