import { expect, it } from 'vitest';
import { ROLES } from '../../lib/core/api/permission.ts';
import { callApi } from '../functions/api-harness.ts';
import { newContent, newInvitation, newMember } from '../functions/resources.ts';
import { newTenant, newToken } from '../functions/tenants.ts';
import { setupWorkers } from '../functions/worker-harness.ts';

setupWorkers();

it('an approval is rejected with 403 for the author, who was removed and invited again', async () => {
  const owner = await newTenant();
  const admin = await newMember(owner, 'admin');
  const { id } = await newContent({ ...owner, token: admin.token });
  const act = (token: string, action: 'submit' | 'approve') =>
    callApi(`content.${action}`, { token, params: { id: String(id) }, body: {} });
  await act(admin.token, 'submit');
  await callApi('team.remove-member', { token: owner.token, params: { id: admin.id } });
  for (const email of [admin.email, 'another@example.com']) {
    const { token } = await newInvitation(owner, { email, role: 'approver', permissions: [...ROLES.approver] });
    const { json } = await callApi('team.accept-invitation', { body: { token, name: 'Grace' } });
    const key = { ...owner.key, client_id: String(json.client_id), user_id: String(json.user_id) };
    const answer = await act(await newToken({ ...owner, key }), 'approve');
    expect(answer.status, answer.text).toBe(email === admin.email ? 403 : 200);
  }
});
