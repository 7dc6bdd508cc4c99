import { readableAddress } from '#lib/email.rules.ts'
import { SelectInput } from '#lib/ui/select.tsx'
import type { ReplyRecipient } from '../enquiries.contract.ts'

type Props = { email: string; replyTo: string; to: ReplyRecipient; onChange: (to: ReplyRecipient) => void }

/** Who gets a reply to a mail that wants answers elsewhere, as one that a form of another site sent in a visitor's place. */
export const Recipient = ({ email, replyTo, to, onChange }: Props) => (
  <SelectInput
    label="Mottagare"
    value={to}
    onChange={(chosen) => onChange(chosen === 'reply_to' ? 'reply_to' : 'sender')}
    choices={[
      { value: 'sender', label: `Avsändaren, ${readableAddress(email)}` },
      { value: 'reply_to', label: `Adressen för svar, ${readableAddress(replyTo)}` },
    ]}
  />
)
