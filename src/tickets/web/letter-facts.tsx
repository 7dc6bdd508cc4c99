import { useQuery } from '@tanstack/react-query'
import { MailX } from 'lucide-react'
import { useMe } from '#auth/web/session.api.ts'
import { customerPath } from '#customers/customers.rules.ts'
import { hasGreeting } from '#lib/greeting.rules.ts'
import { personAt } from '#lib/names.rules.ts'
import { Button } from '#lib/ui/button.tsx'
import { useCompanyName } from '#lib/ui/company-name.ts'
import { LinkButton } from '#lib/ui/link-button.tsx'
import type { AnswerRecipient } from '../ticket-contacts.contract.ts'
import type { TicketRow } from '../tickets.contract.ts'
import { recipientsQuery } from './tickets.api.ts'

type Props = {
  ticket: Pick<TicketRow, 'id' | 'customer'>
  text: string
  /** Opens the dialog in which recipients are chosen. */
  onChoose: () => void
}

/** Who gets the answer by mail, and what the mail has around the text; or that nobody gets it, and what to do. */
export function LetterFacts({ ticket: { id, customer }, text, onChoose }: Props) {
  const { data: recipients } = useQuery(recipientsQuery(id))
  if (recipients?.length === 0) return <NoRecipient customer={customer} onChoose={onChoose} />
  return (
    <div className="text-xs text-ink-soft [overflow-wrap:anywhere]">
      <p className="min-h-[1lh] font-semibold text-ink">{recipients && recipientText(recipients)}</p>
      <Frame text={text} />
    </div>
  )
}

/** 'Går till Emma Eklund och 1 kopia' */
function recipientText([first, ...others]: AnswerRecipient[]) {
  const copies = others.length === 1 ? '1 kopia' : `${others.length} kopior`
  return `Går till ${first?.name ?? first?.email}${others.length > 0 ? ` och ${copies}` : ''}`
}

function Frame({ text }: { text: string }) {
  const { fullName, email } = useMe()
  const company = useCompanyName()
  const greets = hasGreeting(text) ? '' : '”Hej” och mottagarens förnamn, sedan '
  return (
    <p>
      Mejlet börjar med {greets}”{personAt(fullName ?? email, company)} har svarat:”, och slutar med hur man svarar och
      ”{company}”.
    </p>
  )
}

type NoRecipientProps = Pick<TicketRow, 'customer'> & Pick<Props, 'onChoose'>

function NoRecipient({ customer: { id, isArchived }, onChoose }: NoRecipientProps) {
  return (
    <div className="flex flex-col gap-2 rounded-md border border-accent bg-accent-soft p-3 text-accent-ink text-sm">
      <p className="flex items-start gap-2">
        <MailX aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <span className="font-semibold">Ingen hos kunden får svaret med mejl.</span>{' '}
          {isArchived
            ? 'Kunden är arkiverad.'
            : 'Välj en anmälare eller kopia som har en e-postadress, eller lägg till en kontaktperson först.'}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {!isArchived && (
          <Button size="sm" onPress={onChoose}>
            Välj mottagare
          </Button>
        )}
        <LinkButton to={isArchived ? customerPath(id) : customerPath(id, '/contacts')} size="sm">
          {isArchived ? 'Visa kunden' : 'Kontakter hos kunden'}
        </LinkButton>
      </div>
    </div>
  )
}
