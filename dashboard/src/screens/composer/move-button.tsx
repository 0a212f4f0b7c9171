interface MoveButtonProps {
  /** What is moved, for example `file 2`. */
  name: string;
  isAtEnd: boolean;
  by: -1 | 1;
  onMove: (by: number) => void;
}

/** A button that moves a row. It stays enabled at the end, and takes the focus again after its row has moved. */
export function MoveButton({ name, isAtEnd, by, onMove }: MoveButtonProps) {
  return (
    <button
      type="button"
      class="small"
      aria-disabled={isAtEnd}
      onClick={({ currentTarget }) => {
        if (isAtEnd) return;
        onMove(by);
        requestAnimationFrame(() => currentTarget.focus());
      }}
    >
      Move {by < 0 ? 'up' : 'down'}
      <span class="visually-hidden"> {name}</span>
    </button>
  );
}
