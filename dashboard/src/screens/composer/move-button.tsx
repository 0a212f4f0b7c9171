import { ArrowDown, ArrowUp } from 'lucide-preact';
import { Button } from '../../components/button.tsx';

interface MoveButtonProps {
  /** What the button does, for example `Move up file 2`. */
  label: string;
  isAtEnd: boolean;
  by: -1 | 1;
  onMove: (by: number) => void;
}

/** A button that moves a row. It stays enabled at the end, and takes the focus again after its row has moved. */
export function MoveButton({ label, isAtEnd, by, onMove }: MoveButtonProps) {
  return (
    <Button
      class="small"
      aria-label={label}
      title={label}
      aria-disabled={isAtEnd}
      onClick={({ currentTarget }) => {
        if (isAtEnd) return;
        onMove(by);
        requestAnimationFrame(() => currentTarget.focus());
      }}
    >
      {by < 0 ? <ArrowUp size={16} /> : <ArrowDown size={16} />}
    </Button>
  );
}
