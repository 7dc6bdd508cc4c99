import { readableAddress } from '#shared/email.rules.ts'
import { SelectInput } from '#shared/ui/select-input.tsx'

type Props = {
  email: string
  replyTo: readonly string[]
  /** Null: the sender. */
  to: string | null
  onChange: (to: string | null) => void
}

/** Chooses between the sender and the addresses in Reply-To, which mail from forms of other sites has. */
export const Recipient = ({ email, replyTo, to, onChange }: Props) => (
  <SelectInput
    label="Mottagare"
    value={to ?? ''}
    onChange={(chosen) => onChange(chosen || null)}
    choices={[
      { value: '', label: `Avsändaren, ${readableAddress(email)}` },
      ...replyTo.map((address) => ({ value: address, label: `Adressen för svar, ${readableAddress(address)}` })),
    ]}
  />
)
