import { useMe, useOwnName } from '#features/auth/web/me.ts'
import type { Enquiry } from '#features/inbox/enquiries.contract.ts'
import { greeting, hasGreeting } from '#shared/greeting.rules.ts'
import { useCompanyName } from '#shared/ui/company-name.ts'

type Props = { enquiry: Pick<Enquiry, 'name' | 'authentication' | 'replies'>; text: string }

/** Describes what the mail adds before and after the text. */
export function ReplyMailFrame({ enquiry: { name, authentication, replies }, text }: Props) {
  const { hasSignature } = useMe()
  const author = useOwnName()
  const hasMail = authentication !== null || replies.some(({ author }) => author === null)
  const company = useCompanyName()
  return (
    <p className="text-xs text-ink-soft">
      Mejlet börjar med {hasGreeting(text) ? 'din hälsning' : `”${greeting(name)}”`} och slutar med hur man svarar
      {hasSignature ? ' och din signatur' : `, ”${author}” och ”${company}”`}. Under står{' '}
      {hasMail ? 'det senaste mejlet' : 'det som skrevs i formuläret'}.
    </p>
  )
}
