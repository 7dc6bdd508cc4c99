import { UNBILLED, unbilledText } from '../unbilled.contract.ts'

type Props = { reason: string | null; isReasonShown?: boolean }

/** That a row is not billed, with the reason beside it or in its tooltip; nothing for others. */
export const UnbilledMark = ({ reason, isReasonShown = false }: Props) =>
  reason === null ? null : (
    <span
      title={unbilledText(reason)}
      className={`text-ink-soft text-sm ${isReasonShown ? 'block wrap-anywhere whitespace-normal' : 'shrink-0'}`}
    >
      {isReasonShown ? unbilledText(reason) : UNBILLED}
    </span>
  )
