import { ShieldQuestionMark } from 'lucide-react'

const UNPROVEN = 'Avsändaren är inte kontrollerad'

/** Beside the name of a mail's sender whom nothing proves. */
export const UnauthenticatedMark = ({ isShown }: { isShown: boolean }) =>
  isShown && (
    <span title={UNPROVEN} className="inline-flex shrink-0 text-ink-soft">
      <ShieldQuestionMark aria-hidden="true" className="size-4" />
      <span className="sr-only">{UNPROVEN}</span>
    </span>
  )
