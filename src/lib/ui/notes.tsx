/** A long text in a table row: truncated to one line with the rest in its title; whole where a row is a card. */
export function Notes({ text }: { text: string | null }) {
  if (!text) return '-'
  return (
    <span title={text} className="block truncate stacked:in-data-card:whitespace-normal">
      {text}
    </span>
  )
}
