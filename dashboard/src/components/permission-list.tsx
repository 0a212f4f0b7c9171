import type { Permission } from '../api/session.ts';
import { summarizePermissions } from './permissions.ts';

/** Show permissions in a few words, which open to the list of them. */
export function PermissionList({ permissions }: { permissions: readonly Permission[] }) {
  return (
    <details>
      <summary>{summarizePermissions(permissions)}</summary>
      <ul class="permission-list">
        {permissions.map((permission) => (
          <li key={permission}>
            <code>{permission}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
