import type { Permission } from '../../api/session.ts';
import { Check } from '../../components/checks.tsx';
import { groupPermissions } from '../../components/permissions.ts';
import { t } from '../../language/texts.ts';

/** With these, a device creates other access, which stays after its own. It has to ask for them. */
const ACCESS_PERMISSIONS: readonly Permission[] = ['keys:write', 'team:write'];

interface DevicePermissionsProps {
  offered: readonly Permission[];
  chosen: readonly Permission[];
  onChosen: (chosen: Permission[]) => void;
}

/** Choose the permissions that a device gets, of those that it asks for. Those that create access are marked. */
export function DevicePermissions({ offered, chosen, onChosen }: DevicePermissionsProps) {
  return (
    <fieldset>
      <legend>{t('words.permissions')}</legend>
      {groupPermissions(offered)
        .flatMap(({ permissions }) => permissions)
        .map(({ permission, meaning }) => (
          <Check
            key={permission}
            label={meaning}
            hint={
              <>
                <code>{permission}</code>
                {ACCESS_PERMISSIONS.includes(permission) && <strong> {t('device.createsAccess')}</strong>}
              </>
            }
            checked={chosen.includes(permission)}
            onChecked={(isChosen) =>
              onChosen(offered.filter((other) => (other === permission ? isChosen : chosen.includes(other))))
            }
          />
        ))}
    </fieldset>
  );
}
