/** A cell with a figure, muted where it is missing. */
export function Figure({ value, format }: { value: number | null; format: (value: number | null) => string }) {
  return <td class={value === null ? 'number muted' : 'number'}>{format(value)}</td>;
}
