import { useMe } from '#features/auth/web/me.ts'
import { EmailLink, PhoneLink } from '#features/customers/web/contact-links.tsx'
import { DueFact } from '#features/tickets/web/due-fact.tsx'
import { Fact } from '#features/tickets/web/fact.tsx'
import { NOBODY, useStaff } from '#features/tickets/web/ticket-choices.ts'
import { readableAddress } from '#shared/email.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { formatAnswerDue } from '#shared/ui/format.ts'
import { Link } from '#shared/ui/link.tsx'
import { SavedSelect } from '#shared/ui/select-input.tsx'
import { SideFacts } from '#shared/ui/side-facts.tsx'
import { useMinute } from '#shared/web/minute.ts'
import { useShortcut } from '#shared/web/shortcut.ts'
import type { Enquiry } from '../enquiries.contract.ts'
import type { EnquiryChanges } from './enquiries.api.ts'
import { RemoveEnquiry } from './remove-enquiry.tsx'

const MAY_BE_ADDED = 'Osignerat: kan ha lagts till på vägen.'

type Props = { enquiry: Enquiry; onChange: (changes: EnquiryChanges) => Promise<void> }

/** The side panel of the enquiry's page: the sender's contact details and the assignee. */
export function EnquiryFacts({ enquiry, onChange }: Props) {
  const { email, replyTo, phone, assignee, ticket, dueAt } = enquiry
  const { userId } = useMe()
  const staff = useStaff(assignee)
  const assign = (id: string) => onChange({ assignee: staff.personOf(id) })
  const canTake = assignee?.id !== userId && staff.personOf(userId) !== null
  useShortcut('t', canTake ? () => void assign(userId) : undefined)
  return (
    <SideFacts label="Om förfrågan" line={lineOf(enquiry, useMinute())}>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 @max-sm:grid-cols-1 @xl:grid-cols-3">
        <Fact label="Telefon">{phone ? <PhoneLink phone={phone} /> : '-'}</Fact>
        <Fact label="E-post">
          <EmailLink email={email} />
        </Fact>
        {replyTo.length > 0 && <ReplyTo {...enquiry} />}
        {dueAt && <DueFact label="Ska vara besvarat" at={dueAt} />}
        {ticket && (
          <Fact label="Ärende">
            <Link to={`/backoffice/tickets/${ticket.id}`} isQuiet>
              #{ticket.ticketNumber}
            </Link>
          </Fact>
        )}
      </dl>
      <div className="mt-5 flex flex-wrap items-end gap-2 border-t border-line pt-4">
        <div className="grow basis-44">
          <SavedSelect
            label="Ansvarig"
            value={assignee?.id ?? ''}
            onSave={assign}
            emptyLabel={NOBODY}
            choices={staff.choices}
          />
        </div>
        {canTake && <Button onPress={() => void assign(userId)}>Tilldela mig</Button>}
      </div>
      <div className="mt-4 border-t border-line pt-4">
        <RemoveEnquiry id={enquiry.id} />
      </div>
    </SideFacts>
  )
}

const lineOf = ({ phone, email, assignee, dueAt }: Enquiry, now: Date) =>
  [phone, readableAddress(email), dueAt && formatAnswerDue(dueAt, now), assignee?.fullName ?? NOBODY]
    .filter(Boolean)
    .join(' · ')

const ReplyTo = ({ replyTo, isReplyToUnsigned }: Pick<Enquiry, 'replyTo' | 'isReplyToUnsigned'>) => (
  <Fact label="Vill ha svar till" isWide>
    {replyTo.map((address) => (
      <div key={address}>
        <EmailLink email={address} />
      </div>
    ))}
    {isReplyToUnsigned && <div className="text-ink-soft text-sm">{MAY_BE_ADDED}</div>}
  </Fact>
)
