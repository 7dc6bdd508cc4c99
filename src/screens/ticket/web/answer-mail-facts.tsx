import { useQuery } from '@tanstack/react-query'
import MailX from 'lucide-react/icons/mail-x'
import { useMe } from '#features/auth/web/me.ts'
import { customerPath } from '#features/customers/customers.rules.ts'
import { useIsSendingMail } from '#features/inbox/web/menu-counts.api.ts'
import { NotMailed } from '#features/inbox/web/not-mailed.tsx'
import type { AnswerRecipient } from '#features/tickets/ticket-contacts.contract.ts'
import type { TicketRow } from '#features/tickets/tickets.contract.ts'
import { recipientsQuery } from '#features/tickets/web/tickets.api.ts'
import { readableAddress } from '#shared/email.rules.ts'
import { hasGreeting } from '#shared/greeting.rules.ts'
import { personAt } from '#shared/names.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { useCompanyName } from '#shared/ui/company-name.ts'
import { LinkButton } from '#shared/ui/link-button.tsx'
import type { FailedQuery } from '#shared/ui/query-error.tsx'

type Props = {
  ticket: Pick<TicketRow, 'id' | 'customer'>
  text: string
  /** Opens the dialog to choose recipients. */
  onChoose: () => void
}

/**
 * Who gets the mail and what it adds around the text; what to do when nobody gets it; or that there is no mail server.
 */
export function AnswerMailFacts({ ticket: { id, customer }, text, onChoose }: Props) {
  const query = useQuery(recipientsQuery(id))
  const isSending = useIsSendingMail()
  const recipients = query.data
  if (recipients?.length === 0) return <NoRecipient customer={customer} onChoose={onChoose} />
  if (!isSending) return <NotMailed to={recipients && recipientsText(recipients)} />
  return (
    <div className="text-xs text-ink-soft [overflow-wrap:anywhere]">
      {query.isError && !recipients ? (
        <Unknown query={query} />
      ) : (
        <p className="min-h-[1lh] font-semibold text-ink">{recipients && `Går till ${recipientsText(recipients)}`}</p>
      )}
      <Frame text={text} />
    </div>
  )
}

/** For example 'Emma Eklund och 1 kopia'. */
function recipientsText([first, ...others]: AnswerRecipient[]) {
  const name = first?.name ?? readableAddress(first?.email ?? '')
  return others.length > 0 ? `${name} och ${plural(others.length, 'kopia', 'kopior')}` : name
}

const Unknown = ({ query: { refetch, isRefetching } }: { query: FailedQuery }) => (
  <p className="mb-1 flex flex-wrap items-center gap-2 font-semibold text-ink">
    Det gick inte att hämta vem som får svaret.
    <Button size="sm" onPress={() => void refetch()} isPending={isRefetching} pendingText="Hämtar...">
      Försök igen
    </Button>
  </p>
)

function Frame({ text }: { text: string }) {
  const { fullName, email, hasSignature } = useMe()
  const company = useCompanyName()
  const greets = hasGreeting(text) ? '' : '”Hej” och mottagarens förnamn, sedan '
  return (
    <p>
      Mejlet börjar med {greets}”{personAt(fullName ?? email, company)} har svarat:”, och slutar med hur man svarar och{' '}
      {hasSignature ? 'din signatur' : `”${company}”`}.
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
