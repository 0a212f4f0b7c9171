import { useId } from 'preact/hooks';
import type { Role } from '../../api/session.ts';
import { t } from '../../language/texts.ts';
import { useSession } from '../../session-context.tsx';
import { assignableRoles } from './roles.ts';

interface RoleChoiceProps {
  chosen: Role;
  onChosen: (role: Role) => void;
  error?: string | null;
}

/** Choose a role, with what each one may do. Offers only what the reader can give. */
export function RoleChoice({ chosen, onChosen, error = null }: RoleChoiceProps) {
  const { user } = useSession();
  const id = useId();
  return (
    <fieldset>
      <legend>{t('team.role')}</legend>
      {error && <p class="field-error">{error}</p>}
      {assignableRoles(user.role).map(({ role, name, may }) => (
        <div key={role} class="check explained">
          <input
            id={`${id}-${role}`}
            type="radio"
            name={id}
            value={role}
            checked={chosen === role}
            aria-describedby={`${id}-${role}-may`}
            onChange={() => onChosen(role)}
          />
          <div>
            <label for={`${id}-${role}`}>{name}</label>
            <small class="hint" id={`${id}-${role}-may`}>
              {may}
            </small>
          </div>
        </div>
      ))}
    </fieldset>
  );
}
