import type { Schemas } from './client.ts';
import { cookieRequest } from './cookie-request.ts';

export type OwnSession = Schemas['OwnSession'];

/** Return the sessions of the signed-in member, the newest first. */
export async function listSessions(): Promise<OwnSession[]> {
  const { sessions } = await cookieRequest<Schemas['SessionList']>('GET', '/v1/auth/sessions');
  return sessions;
}

/** End another session of the signed-in member. */
export async function endOtherSession(id: string): Promise<void> {
  await cookieRequest('DELETE', `/v1/auth/sessions/${id}`);
}
