/**
 * Replace the time that `Date` shows in this thread by that of a `FunctionClock`, given by its buffer. Threads receive
 * this function as text, so it uses nothing from outside itself.
 */
export function replaceClock(buffer: SharedArrayBuffer): void {
  const state = new BigInt64Array(buffer);
  const SystemDate = Date;
  const systemNow = SystemDate.now;
  const now = () => Number(Atomics.load(state, 1)) || systemNow() + Number(Atomics.load(state, 0));
  // A proxy keeps everything else of `Date`: its other statics, `instanceof` and dates that are given.
  globalThis.Date = new Proxy(SystemDate, {
    construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
