import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Permission, Session } from './api/session.ts';

export const SessionContext = createContext<Session | null>(null);

/** Return the session of the signed-in member. Only for components inside the signed-in layout. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('There is no session.');
  return session;
}

/** Return whether the signed-in member has all of these permissions, which decides what a screen offers. */
export function usePermission(...permissions: Permission[]): boolean {
  const { permissions: own } = useSession();
  return permissions.every((permission) => own.includes(permission));
}
