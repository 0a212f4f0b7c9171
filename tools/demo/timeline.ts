import { createFunctionClock } from '../local-stack/function-clock.ts';
import { replaceClock } from '../local-stack/replace-clock.ts';
import { noticeClockChange } from '../local-stack/wall-clock-timer.ts';

/**
 * Replace the clock of this process, and return how to move it forward. Threads that read `clock` have the same time.
 * The process must do nothing else: its clock is never that of the machine again.
 */
export function createTimeline() {
  const clock = createFunctionClock();
  const machineNow = Date.now;
  replaceClock(clock.buffer);
  return {
    clock,
    machineNow,
    /** Move to a time (epoch milliseconds). Timers that are due by then fire. */
    goTo: (ms: number): void => {
      clock.advance(Math.round(ms - Date.now()));
      noticeClockChange();
    },
  };
}
