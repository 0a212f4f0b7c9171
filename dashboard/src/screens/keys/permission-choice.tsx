import type { Permission } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { Check } from '../../components/checks.tsx';
import { groupPermissions, readOnly } from '../../components/permissions.ts';
import { t } from '../../language/texts.ts';

interface PermissionChoiceProps {
  /** The permissions that can be given. */
  offered: readonly string[];
  chosen: readonly Permission[];
  onChosen: (chosen: Permission[]) => void;
  error?: string | null;
}

/** Choose permissions, grouped by resource, with the meaning of each. */
export function PermissionChoice({ offered, chosen, onChosen, error = null }: PermissionChoiceProps) {
  const groups = groupPermissions(offered);
  const all = groups.flatMap(({ permissions }) => permissions.map(({ permission }) => permission));
  const toggle = (permission: Permission, isChosen: boolean) =>
    onChosen(all.filter((other) => (other === permission ? isChosen : chosen.includes(other))));
  return (
    <fieldset class="permissions">
      <legend>{t('words.permissions')}</legend>
      <div class="actions">
        <Button class="small" onClick={() => onChosen(all)}>
          {t('keys.all')}
        </Button>
        <Button class="small" onClick={() => onChosen(readOnly(all))}>
          {t('keys.readOnly')}
        </Button>
        <Button class="small" onClick={() => onChosen([])}>
          {t('keys.noPermissions')}
        </Button>
        <span class="muted" role="status">
          {t('keys.chosen', { chosen: chosen.length, all: all.length })}
        </span>
      </div>
      {error && <p class="field-error">{error}</p>}
      <div class="permission-groups">
        {groups.map(({ name, permissions }) => (
          <fieldset key={name}>
            <legend>{name}</legend>
            {permissions.map(({ permission, meaning }) => (
              <Check
                key={permission}
                label={<code>{permission}</code>}
                hint={meaning}
                checked={chosen.includes(permission)}
                onChecked={(isChosen) => toggle(permission, isChosen)}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </fieldset>
  );
}
