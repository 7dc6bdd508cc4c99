import { UnbilledMark } from '#features/time/web/unbilled-mark.tsx'
import { describedText } from '../invoice-bases.rules.ts'

type Row = { ticketNumber: number | null; description: string | null; unbilledReason: string | null }

/** What a row says with its line breaks, two lines of it where the row is no card, and below it why it is not billed. */
export function RowText({ row }: { row: Row }) {
  const text = describedText(row)
  return (
    <>
      {text === null ? (
        '-'
      ) : (
        <span title={text} className="line-clamp-2 whitespace-pre-line stacked:in-data-card:line-clamp-none">
          {text}
        </span>
      )}
      <UnbilledMark reason={row.unbilledReason} isReasonShown />
    </>
  )
}
