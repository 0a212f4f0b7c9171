import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { api, unwrap } from './api/client.ts';
import { useQuery } from './api/hooks.ts';
import { useSession } from './session-context.tsx';
import { firstKnownTimeZone } from './times.ts';

const STORED_AS = 'time-zone';

interface TimeZone {
  /** In which times are shown and read. */
  timeZone: string;
  /** In which posts are planned. */
  planningZone: string;
  setTimeZone: (timeZone: string) => void;
  /** Reads the zone of the workspace again, after a change. */
  reloadWorkspace: () => Promise<void>;
}

const TimeZoneContext = createContext<TimeZone>({
  timeZone: 'UTC',
  planningZone: 'UTC',
  setTimeZone: () => undefined,
  reloadWorkspace: async () => undefined,
});

/**
 * Provide the time zones: the dashboard shows times in the one that this browser has chosen last, or that of the workspace,
 * in which posts are planned. A workspace has UTC until a member sets its zone; until then, that of the browser counts.
 */
export function TimeZoneProvider({ children }: { children: ComponentChildren }) {
  const { zone, reload } = useWorkspaceZone();
  return (
    <ZonesProvider ofWorkspace={zone} reloadWorkspace={reload}>
      {children}
    </ZonesProvider>
  );
}

/** Provide the time zones to a person who has not signed in: without that of a workspace. */
export function VisitorTimeZoneProvider({ children }: { children: ComponentChildren }) {
  return (
    <ZonesProvider ofWorkspace={null} reloadWorkspace={async () => undefined}>
      {children}
    </ZonesProvider>
  );
}

interface ZonesProviderProps extends Pick<TimeZone, 'reloadWorkspace'> {
  ofWorkspace: string | null;
  children: ComponentChildren;
}

function ZonesProvider({ ofWorkspace, reloadWorkspace, children }: ZonesProviderProps) {
  const [chosen, setChosen] = useState(() => localStorage.getItem(STORED_AS));
  const timeZone = firstKnownTimeZone([chosen, ofWorkspace, browserTimeZone()]);
  const planningZone = firstKnownTimeZone([ofWorkspace, timeZone]);
  const setTimeZone = (next: string) => {
    localStorage.setItem(STORED_AS, next);
    setChosen(next);
  };
  const value = { timeZone, planningZone, setTimeZone, reloadWorkspace };
  return <TimeZoneContext.Provider value={value}>{children}</TimeZoneContext.Provider>;
}

/** Return the zone of the workspace, or null for UTC. The browser remembers it, so that times do not change at the start. */
function useWorkspaceZone(): { zone: string | null; reload: () => Promise<void> } {
  const { workspace } = useSession();
  const storedAs = `${STORED_AS} of ${workspace.id}`;
  const query = useQuery('workspace', () => unwrap(api.GET('/workspace')), { isShared: true });
  const zone = query.data?.time_zone;
  useEffect(() => {
    if (zone) localStorage.setItem(storedAs, zone);
  }, [zone]);
  const known = zone ?? localStorage.getItem(storedAs);
  return { zone: known === 'UTC' ? null : known, reload: query.reload };
}

/** Return the time zones, and the function that changes the one in which times are shown. */
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
