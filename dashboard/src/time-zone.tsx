import type { ComponentChildren } from 'preact';
import { createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { firstKnownTimeZone } from './times.ts';

const STORED_AS = 'time-zone';

interface TimeZone {
  timeZone: string;
  setTimeZone: (timeZone: string) => void;
}

const TimeZoneContext = createContext<TimeZone>({ timeZone: 'UTC', setTimeZone: () => undefined });

/** Provide the time zone in which the dashboard shows and reads times: the last choice, or that of the browser. */
export function TimeZoneProvider({ children }: { children: ComponentChildren }) {
  const [timeZone, setState] = useState(() => firstKnownTimeZone([localStorage.getItem(STORED_AS), browserTimeZone()]));
  const setTimeZone = (chosen: string) => {
    localStorage.setItem(STORED_AS, chosen);
    setState(chosen);
  };
  return <TimeZoneContext.Provider value={{ timeZone, setTimeZone }}>{children}</TimeZoneContext.Provider>;
}

/** Return the chosen time zone, and the function that changes it. */
export function useTimeZone(): TimeZone {
  return useContext(TimeZoneContext);
}

function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Return every IANA time zone that the browser lists, with UTC and the chosen one, which may have another name there. */
export function timeZones(chosen: string): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), chosen])];
}
