import type { Authorization } from '../../api/authorizations.ts';
import type { Permission } from '../../api/session.ts';
import { Check } from '../../components/checks.tsx';
import { groupPermissions } from '../../components/permissions.ts';
import { t } from '../../language/texts.ts';

interface AskedPermissionsProps {
  kind: Authorization['kind'];
  offered: readonly Permission[];
  chosen: readonly Permission[];
  onChosen: (chosen: Permission[]) => void;
}

/** Choose the permissions that an application gets, of those that it asks for: in words, with the name of each. */
export function AskedPermissions({ kind, offered, chosen, onChosen }: AskedPermissionsProps) {
  return (
    <fieldset>
      <legend>{t('words.permissions')}</legend>
      {groupPermissions(offered)
        .flatMap(({ permissions }) => permissions)
        .map(({ permission, meaning }) => (
          <Check
            key={permission}
            // An agent has less of this permission than others: it deletes nothing.
            label={kind === 'agent' && permission === 'content:write' ? t('authorize.agentWrites') : meaning}
            hint={<code>{permission}</code>}
            checked={chosen.includes(permission)}
            onChecked={(isChosen) =>
              onChosen(offered.filter((other) => (other === permission ? isChosen : chosen.includes(other))))
            }
          />
        ))}
    </fieldset>
  );
}
