import type { ReactNode } from 'react'

/** A long text in a table row: truncated to one line with the full text in its title, but not where a row is a card. `children` show the text. */
export function Notes({ text, children = text }: { text: string | null; children?: ReactNode }) {
  if (!text) return '-'
  return (
    <span
      title={text}
      className="block truncate [&_wbr]:hidden stacked:in-data-card:whitespace-normal stacked:in-data-card:[&_wbr]:inline"
    >
      {children}
    </span>
  )
}
