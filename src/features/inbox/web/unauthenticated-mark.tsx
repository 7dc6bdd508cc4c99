import ShieldQuestionMark from 'lucide-react/icons/shield-question-mark'

const UNAUTHENTICATED = 'Avsändaren är inte kontrollerad'

/** Marks the name of an unauthenticated sender of mail. */
export const UnauthenticatedMark = ({ isShown }: { isShown: boolean }) =>
  isShown && (
    <span title={UNAUTHENTICATED} className="inline-flex shrink-0 text-ink-soft">
      <ShieldQuestionMark aria-hidden="true" className="size-4" />
      <span className="sr-only">{UNAUTHENTICATED}</span>
    </span>
  )
