import type { Role } from '../../../lib/core/api/permission.ts';
import { stage } from '../../../lib/stack/stages.ts';
import { callApi, type Json } from '../api-harness.ts';
import { newMember, setWorkspace } from '../resources.ts';
import { currentSes, work } from '../ses-emails.ts';
import { connect } from '../simulated.ts';
import { newTenant, type Tenant } from '../tenants.ts';
import { currentHarness, EMAIL_QUEUE, processAllChanges, type SentMessage } from '../worker-harness.ts';

/** Set the email sender of the stage; with null, it sends no emails. */
export function setSender(emailSender: string | null): void {
  process.env.SETTINGS = JSON.stringify(stage('production', 3000, { alarmEmail: 'none', emailSender }));
}

/** List the addresses of the sent emails. */
export const recipients = () =>
  currentSes()
    .emails()
    .flatMap(({ Destination }) => Destination.ToAddresses);

/** Process all changes, and return the messages that the email queue then has. */
export async function queued(): Promise<SentMessage[]> {
  currentHarness().sent();
  await processAllChanges(currentHarness());
  return currentHarness()
    .sent()
    .filter(({ queue }) => queue === EMAIL_QUEUE);
}

/** Process all changes and the emails that follow. Returns how many emails are delivered again. */
export const mailed = async () => work(await queued());

export type Person = Tenant & { id: string; email: string };

/** A member of a workspace, who calls the API with a token of their own. */
export async function join(tenant: Tenant, role: Role): Promise<Person> {
  const { id, email, token } = await newMember(tenant, role);
  return { ...tenant, id, email, token };
}

/** Create a workspace that requires approval, with an author and an approver. */
export async function newTeam() {
  const tenant = await newTenant();
  await connect(tenant, 'twitter');
  await setWorkspace(tenant, { approval: 'required' });
  const [author, approver] = [await join(tenant, 'editor'), await join(tenant, 'approver')];
  await queued();
  return { tenant, author, approver };
}

/** Call an action of the approval of an item as a person. */
export const act = (action: string, { token }: Person, id: string, body: Json = {}) =>
  callApi(`content.${action}`, { token, params: { id }, body });
