import { useQuery } from '@tanstack/react-query'
import MessageSquarePlus from 'lucide-react/icons/message-square-plus'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { useState } from 'react'
import {
  type SenderAuthentication,
  senderAuthenticationLabels,
} from '#features/tickets/sender-authentication.contract.ts'
import { Fact } from '#features/tickets/web/fact.tsx'
import { readableAddress } from '#shared/email.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { attempt } from '#shared/ui/failure-toast.ts'
import { Link } from '#shared/ui/link.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { useIdempotencyKey } from '#shared/web/idempotency-key.ts'
import type { Enquiry } from '../enquiries.contract.ts'
import { type InboxMail, inboxReasonTexts } from '../inbox-mail.contract.ts'
import { inboxMailQuery, useAcceptMail } from './inbox-mail.api.ts'
import { SaveSender } from './save-sender.tsx'
import { SenderRulePart } from './sender-rule.tsx'

type MailEnquiry = Enquiry & { authentication: SenderAuthentication }

const IS_AUTOMATIC = 'Ett program skrev mejlet. Sådana mejl svarar inte på ärenden och öppnar inga.'

/** Why a mail is in Inkorg, who sent it, and the actions on it. */
export function InboxMailPart({ enquiry }: { enquiry: MailEnquiry }) {
  const query = useQuery(inboxMailQuery(enquiry.id))
  const { data: mail } = query
  return (
    <section aria-labelledby="varfor" className="rounded-md border border-line-strong bg-sunken p-4">
      <h2 id="varfor" className="text-md font-semibold">
        Varför mejlet ligger här
      </h2>
      {mail && <Loaded enquiry={enquiry} mail={mail} />}
      {!mail && query.isError && <QueryError title="Kunde inte hämta uppgifter om mejlet" query={query} />}
      {!mail && !query.isError && <Skeleton className="mt-2 h-24" />}
    </section>
  )
}

type Props = { enquiry: MailEnquiry; mail: InboxMail }

function Loaded({ enquiry, mail }: Props) {
  const { reason, senders, ticket } = mail
  return (
    <>
      <p className="mt-1 max-w-prose text-ink-soft">{reason === null ? IS_AUTOMATIC : inboxReasonTexts[reason]}</p>
      <dl className="mt-4 grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2">
        <Fact label="Bevis">{senderAuthenticationLabels[enquiry.authentication]}</Fact>
        <Fact label="Avsändare">
          {senders.length === 0
            ? 'Okänd'
            : senders.map(({ contact, customer }) => `${contact.name}, ${customer.name}`).join(' · ')}
        </Fact>
        {ticket && (
          <Fact label="Gäller" isWide>
            <Link to={`/backoffice/tickets/${ticket.id}`} isQuiet>
              #{ticket.ticketNumber} {ticket.title}
            </Link>
            , {ticket.customer.name}
          </Fact>
        )}
      </dl>
      <OtherReplyTo enquiry={enquiry} />
      {!enquiry.ticket && !enquiry.isSuspect && <Actions enquiry={enquiry} mail={mail} />}
      <SenderRulePart enquiry={enquiry} mail={mail} />
    </>
  )
}

/** Warns of addresses in Reply-To that are not verified to be the sender's. */
function OtherReplyTo({ enquiry: { replyTo, authentication, isReplyToUnsigned } }: { enquiry: MailEnquiry }) {
  if (replyTo.length === 0 || (authentication !== 'none' && !isReplyToUnsigned)) return null
  const where = replyTo.length === 1 ? 'en annan adress' : 'andra adresser'
  const why = isReplyToUnsigned
    ? 'avsändarens signatur täcker inte det: någon kan ha lagt till det på vägen'
    : 'inget visar vem som skrev det'
  return (
    <p className="mt-4 flex max-w-prose items-start gap-2 text-danger-ink">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        Mejlet vill ha svar till {where}, {replyTo.map(readableAddress).join(', ')}, och {why}. Ring och fråga innan du
        svarar dit.
      </span>
    </p>
  )
}

function Actions({ enquiry, mail }: Props) {
  const { ticket, author, senders, suggested } = mail
  const canAccept = enquiry.kind === 'mail' && ticket
  return (
    <div className="mt-4 flex flex-col gap-3 border-t border-line pt-4">
      {canAccept && !author && (
        <p className="max-w-prose text-ink-soft">
          Bara en kontakt hos {ticket.customer.name} kan stå för en kommentar i ärendet. Spara avsändaren som kontakt
          först, om det stämmer.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {canAccept && author && <Accept enquiry={enquiry} ticket={ticket} author={author} />}
        <SaveSender enquiryId={enquiry.id} suggested={suggested} isKnown={senders.length > 0} />
      </div>
    </div>
  )
}

type AcceptProps = {
  enquiry: MailEnquiry
  ticket: NonNullable<InboxMail['ticket']>
  author: NonNullable<InboxMail['author']>
}

/** Asks for confirmation if the sender is unauthenticated, since the customer will see the comment. */
function Accept({ enquiry: { id, authentication }, ticket: { ticketNumber }, author }: AcceptProps) {
  const [isConfirming, setConfirming] = useState(false)
  const { mutateAsync, isPending } = useAcceptMail(id)
  const idempotency = useIdempotencyKey()
  const accept = async () => {
    await attempt(
      'Kunde inte lägga till mejlet',
      () => mutateAsync({ idempotencyKey: idempotency.keyFor(id) }),
      `Mejlet är tillagt i #${ticketNumber}`,
    )
    setConfirming(false)
  }
  return (
    <>
      <Button
        variant="primary"
        icon={MessageSquarePlus}
        isPending={isPending}
        pendingText="Lägger till..."
        onPress={() => (authentication === 'none' ? setConfirming(true) : void accept())}
      >
        Lägg till i ärendet
      </Button>
      <ConfirmDialog
        title={`Lägg till i ärende #${ticketNumber}?`}
        text={`Mejlet blir en kommentar av ${author.name}, som kunden läser. Inget visar att avsändaren är ${author.name}: ring och fråga om du är osäker. Det gäller bara det här mejlet.`}
        confirmLabel="Lägg till"
        isOpen={isConfirming}
        onConfirm={accept}
        onClose={() => setConfirming(false)}
      />
    </>
  )
}
