import { useState } from 'react'
import type { CustomerName } from '#features/customers/customers.contract.ts'
import { readableAddress } from '#shared/email.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { hasFormSnapshot } from '#shared/web/form-recovery.ts'
import { useIdempotencyKey } from '#shared/web/idempotency-key.ts'
import type { Enquiry } from '../enquiries.contract.ts'
import type { InboxMail } from '../inbox-mail.contract.ts'
import { type NewSenderRule, ruleText, type SenderRule } from '../sender-rules.contract.ts'
import { ChooseCustomerDialog } from './choose-customer.dialog.tsx'
import { useCreateRule, useRemoveRule } from './sender-rules.api.ts'

type Props = { enquiry: Enquiry; mail: InboxMail }

/** The rule for further mail of the sender, which is made with one click. */
export function SenderRulePart({ enquiry, mail }: Props) {
  return (
    <div className="mt-4 border-t border-line pt-4">
      <p className="text-sm text-ink-soft">
        Nästa mejl från <span className="break-all">{readableAddress(enquiry.email)}</span>
      </p>
      {mail.rule ? <CurrentRule rule={mail.rule} /> : <RuleButtons enquiry={enquiry} mail={mail} />}
    </div>
  )
}

function CurrentRule({ rule }: { rule: SenderRule }) {
  const { remove, isPending } = useRemoveRule(rule.id)
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
      <p>{ruleText(rule)}</p>
      <Button size="sm" onPress={remove} isPending={isPending} pendingText="Tar bort...">
        Ta bort regeln
      </Button>
    </div>
  )
}

function RuleButtons({ enquiry, mail }: Props) {
  const recoveryKey = `sender-rule:${enquiry.id}`
  const [isChoosing, setChoosing] = useState(hasFormSnapshot(recoveryKey))
  const { run, isPending } = useRule(enquiry.id)
  const customer = customerOf(mail)
  const isContact = enquiry.kind === 'mail' && mail.senders.length > 0
  const openTickets = () => (customer ? void run({ rule: 'ticket', customerId: customer.id }) : setChoosing(true))
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Button size="sm" isDisabled={isPending} onPress={openTickets}>
        {customer ? `Alltid ärende för ${customer.name}` : 'Alltid ärende för en kund'}
      </Button>
      <Button size="sm" isDisabled={isPending} onPress={() => void run({ rule: 'inbox' })}>
        Alltid till Inkorg
      </Button>
      <Button
        size="sm"
        isDisabled={isPending}
        onPress={() => void run({ rule: 'discard' })}
        disabledReason={isContact ? 'Mejl från kontakter slängs inte' : undefined}
      >
        Släng
      </Button>
      {isChoosing && (
        <ChooseCustomerDialog
          title="Alltid ärende för en kund"
          recoveryKey={recoveryKey}
          onSave={(customerId) => run({ rule: 'ticket', customerId })}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}

/** The only customer that the sender may belong to. */
function customerOf({ senders, ticket, suggested }: InboxMail): CustomerName | undefined {
  const likely = [...senders.map(({ customer }) => customer), ...(ticket ? [ticket.customer] : []), ...suggested]
  return new Set(likely.map(({ id }) => id)).size === 1 ? likely[0] : undefined
}

const doneTexts = {
  ticket: 'Regeln är sparad, och mejlet är ett ärende',
  inbox: 'Regeln är sparad',
  discard: 'Regeln är sparad, och mejlet är klart',
} as const

function useRule(enquiryId: string) {
  const { mutateAsync, isPending } = useCreateRule(enquiryId)
  const idempotency = useIdempotencyKey()
  const run = (body: NewSenderRule) =>
    attempt(
      'Kunde inte spara regeln',
      async () => {
        await mutateAsync({ body, idempotencyKey: idempotency.keyFor(body) })
        idempotency.clear()
      },
      doneTexts[body.rule],
    )
  return { run, isPending }
}
