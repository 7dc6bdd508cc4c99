import type { ReactNode } from 'react'

type Props = {
  text: string | null
  /** Truncated to two lines, which a row of a `table-lg` has the height for, where it is neither a card nor two lines itself. */
  hasTwoLines?: boolean
  /** Show the text. */
  children?: ReactNode
}

/** A long text in a table row: truncated to one line with the full text in its title, but not where a row is a card. */
export function Notes({ text, hasTwoLines = false, children = text }: Props) {
  if (!text) return '-'
  return (
    <span
      title={text}
      className={`block truncate [&_wbr]:hidden stacked:in-data-card:whitespace-normal stacked:in-data-card:[&_wbr]:inline ${hasTwoLines ? twoLinesClass : ''}`}
    >
      {children}
    </span>
  )
}

const twoLinesClass =
  '@min-[60rem]/table-lg:line-clamp-2 @min-[60rem]/table-lg:leading-tight @min-[60rem]/table-lg:whitespace-normal'
