import { useQuery } from '@tanstack/react-query'
import MailWarning from 'lucide-react/icons/mail-exclamation-point'
import { useIsAdmin } from '#features/auth/web/me.ts'
import { readableAddress } from '#shared/email.rules.ts'
import { mailOutageTexts } from '#shared/mail-outage.rules.ts'
import { formatDateTime } from '#shared/ui/format.ts'
import { LinkButton } from '#shared/ui/link-button.tsx'
import { countsQuery } from './menu-counts.api.ts'

/** Warnings while mail is not received or not sent. */
export function MailAlarms() {
  const { data } = useQuery(countsQuery)
  if (!data) return null
  const { mailboxes, outage } = data.mail
  return (
    <>
      {mailboxes.map(({ address, since }) => (
        <Alarm
          key={address}
          title={`Brevlådan ${readableAddress(address)} läses inte`}
          text={`Den har inte gått att läsa sedan ${formatDateTime(since)}. Mejl dit syns inte här förrän den läses igen.`}
          settings="/backoffice/settings/brevlador"
          linkText="Till Brevlådor"
        />
      ))}
      {outage && (
        <Alarm
          title="E-postservern tar inte emot mejl"
          text={`${mailOutageTexts[outage.reason]} Sedan ${formatDateTime(outage.since)} kommer inga mejl härifrån fram. De skickas på nytt i några dagar.`}
          settings="/backoffice/settings/e-post"
          linkText="Till E-post"
        />
      )}
    </>
  )
}

type AlarmProps = { title: string; text: string; settings: string; linkText: string }

function Alarm({ title, text, settings, linkText }: AlarmProps) {
  const isAdmin = useIsAdmin()
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-accent bg-accent-soft px-5 py-4"
    >
      <div className="flex min-w-0 gap-3">
        <MailWarning aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent-ink" />
        <div className="min-w-0">
          <p className="wrap-anywhere font-semibold">{title}</p>
          <p className="max-w-prose text-ink-soft">{isAdmin ? text : `${text} Säg till en administratör.`}</p>
        </div>
      </div>
      {isAdmin && <LinkButton to={settings}>{linkText}</LinkButton>}
    </div>
  )
}
