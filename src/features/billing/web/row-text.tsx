import { UnbilledMark } from '#features/time/web/unbilled-mark.tsx'
import { Notes } from '#shared/ui/notes.tsx'
import { describedText } from '../invoice-bases.rules.ts'

type Row = { ticketNumber: number | null; description: string | null; unbilledReason: string | null }

/** What a row says, and below it why it is not billed. */
export const RowText = ({ row }: { row: Row }) => (
  <>
    <Notes text={describedText(row)} />
    <UnbilledMark reason={row.unbilledReason} isReasonShown />
  </>
)
