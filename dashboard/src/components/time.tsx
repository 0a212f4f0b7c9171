import { useTimeZone } from '../time-zone.tsx';
import { formatPreciseTime, formatTime } from '../times.ts';

interface TimeProps {
  at: string;
  /** Show seconds, where the difference matters. */
  precise?: boolean;
}

/** An instant in the chosen time zone, which it names. */
export function Time({ at, precise = false }: TimeProps) {
  const { timeZone } = useTimeZone();
  return <time dateTime={at}>{precise ? formatPreciseTime(at, timeZone) : formatTime(at, timeZone)}</time>;
}
