import type { ComponentChildren } from 'preact';
import { createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';

const STORED_AS = 'time-zone';

interface TimeZone {
  timeZone: string;
  setTimeZone: (timeZone: string) => void;
}

const TimeZoneContext = createContext<TimeZone>({ timeZone: 'UTC', setTimeZone: () => undefined });

/** Provide the time zone in which the dashboard shows and reads times: the last choice, or that of the browser. */
export function TimeZoneProvider({ children }: { children: ComponentChildren }) {
  const [timeZone, setState] = useState(() => localStorage.getItem(STORED_AS) ?? browserTimeZone());
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

/** Return every IANA time zone that the browser knows, with UTC. */
export function timeZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')];
}
