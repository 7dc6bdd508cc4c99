import { CheckboxInput } from '#shared/ui/checkbox-input.tsx'
import { type ContactName, TICKET_COPIES_MAX } from '../ticket-contacts.contract.ts'

type Props = {
  /** The contacts of the ticket's customer. */
  people: readonly ContactName[]
  /** The ids of the contacts that get copies. */
  value: readonly string[]
  onChange: (copies: string[]) => void
}

/** Chooses the contacts that get copies of a ticket. */
export function CopiesField({ people, value, onChange }: Props) {
  const toggle = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...value, id] : value.filter((one) => one !== id))
  return (
    <fieldset>
      <legend className="font-medium text-sm">Får kopia</legend>
      <p className="text-sm text-ink-soft">
        {people.length > 0
          ? `Ser ärendet och får mejl om det. Högst ${TICKET_COPIES_MAX} personer.`
          : 'Kunden har inga kontakter ännu. Lägg till dem på kundens sida.'}
      </p>
      <div className="max-h-60 overflow-y-auto">
        {people.map(({ id, name }) => (
          <CheckboxInput
            key={id}
            label={name}
            value={value.includes(id)}
            onChange={(isChosen) => toggle(id, isChosen)}
            isDisabled={!value.includes(id) && value.length >= TICKET_COPIES_MAX}
          />
        ))}
      </div>
    </fieldset>
  )
}
