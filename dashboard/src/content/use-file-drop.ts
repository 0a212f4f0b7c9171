import { useState } from 'preact/hooks';

interface FileDrop {
  /** Whether files are dragged over the element. */
  isOver: boolean;
  onDragOver: (event: DragEvent) => void;
  onDragLeave: () => void;
  onDrop: (event: DragEvent) => void;
}

/** Let files be dropped on the element that has these listeners. */
export function useFileDrop(onFiles: (files: FileList) => void): FileDrop {
  const [isOver, setOver] = useState(false);
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
  return {
    isOver,
    onDragOver: (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      onFiles(event.dataTransfer!.files);
    },
  };
}
