/** A second text of a table row: one line, the rest on hover; whole where rows are cards. */
export function Notes({ text }: { text: string | null }) {
  if (!text) return '-'
  return (
    <span title={text} className="block truncate stacked:whitespace-normal">
      {text}
    </span>
  )
}
