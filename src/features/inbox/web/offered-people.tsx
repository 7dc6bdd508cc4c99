import UserPlus from 'lucide-react/icons/user-plus'
import { readableAddress } from '#shared/email.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import type { IncomingMail, OfferedPerson } from '../incoming-mail.contract.ts'
import { useAddCopy } from './incoming-mail.api.ts'

/** The other recipients of the mail, each with a button to give them copies of its ticket. */
export function OfferedPeople({ mail: { id, offered } }: { mail: IncomingMail }) {
  const { mutateAsync, isPending } = useAddCopy(id)
  const add = ({ address }: OfferedPerson) =>
    attempt('Kunde inte lägga till personen', () => mutateAsync(address), 'Personen får kopia på ärendet')
  return (
    <section aria-label="Fick också mejlet" className="flex flex-col gap-2 text-sm">
      <h3 className="font-medium">Fick också mejlet</h3>
      <ul className="flex flex-col gap-2">
        {offered.map((person) => (
          <li key={person.address} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {person.name || readableAddress(person.address)}
              {person.name && <span className="block text-ink-soft">{readableAddress(person.address)}</span>}
            </span>
            <Button icon={UserPlus} size="sm" isDisabled={isPending} onPress={() => void add(person)}>
              {person.contactId ? 'Lägg till i Får kopia' : 'Spara som kontakt med kopia'}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
