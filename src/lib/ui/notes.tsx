/** A long text in a table row: truncated to one line with the rest in its title; whole where rows are cards. */
export function Notes({ text }: { text: string | null }) {
  if (!text) return '-'
  return (
    <span title={text} className="block truncate stacked:whitespace-normal">
      {text}
    </span>
  )
}
