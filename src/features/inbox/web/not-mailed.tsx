import { MAIL_STORED_DAYS } from '#shared/limits.rules.ts'

/** Shown in a composer without a mail server, instead of the recipients (`to`) and the frame of the mail. */
export const NotMailed = ({ to }: { to: string | undefined }) => (
  <div className="text-xs text-ink-soft [overflow-wrap:anywhere]">
    <p className="font-semibold text-ink">Inget mejl går ut: ingen e-postserver är inställd.</p>
    <p>
      Mejlet{to && ` till ${to}`} sparas i {MAIL_STORED_DAYS} dagar för administratörerna och skickas inte senare.
    </p>
  </div>
)
