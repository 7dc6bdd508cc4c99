import { useQuery } from '@tanstack/react-query'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { readableAddress } from '#shared/email.rules.ts'
import { CheckboxInput } from '#shared/ui/checkbox-input.tsx'
import type { ContactName } from '../ticket-contacts.contract.ts'
import type { Ticket } from '../tickets.contract.ts'
import { recipientsQuery } from './tickets.api.ts'

export type MergeValues = {
  /** The id of the other ticket; a refusal of the server names this field. */
  into: string
  /** The open ticket is put into the other one, or the other one into it. */
  direction: 'into' | 'from'
  copies: string[]
}
type Props = { form: UseFormReturn<MergeValues>; merged: Ticket; survivor: Ticket }

const peopleOf = ({ reportedBy, copies }: Ticket): ContactName[] => [...(reportedBy ? [reportedBy] : []), ...copies]
const inSwedish = new Intl.ListFormat('sv-SE')
const namesOf = (ticket: Ticket) => inSwedish.format(peopleOf(ticket).map(({ name }) => name)) || 'ingen kontakt'

/** Who sees which of two tickets that are merged, who gets the answers, and whom of the merged one to give copies. */
export function WhoSees({ form, merged, survivor }: Props) {
  const [one, other] = [`#${merged.ticketNumber}`, `#${survivor.ticketNumber}`]
  const { data: recipients } = useQuery(recipientsQuery(survivor.id))
  const reached = recipients?.map(({ name, email }) => name ?? readableAddress(email))
  return (
    <>
      <section className="rounded-md border border-line p-4 text-base">
        <h3 className="font-semibold">Ingen hos kunden ser mer än förut</h3>
        <ul className="mt-1 grid list-disc gap-1 pl-5">
          <li>
            {one} ses av {namesOf(merged)}.
          </li>
          <li>
            {other} ses av {namesOf(survivor)}.
          </li>
          <li>Inloggningar med Hela företaget ser båda. Den som bara ser det ena ser bara den delen.</li>
          {reached && (
            <li>
              Svar i {other} mejlas till {inSwedish.format(reached) || 'ingen'}.
            </li>
          )}
          <li>
            Tid på {one} står kvar där. Delar du upp dem igen stannar senare svar i {other}.
          </li>
        </ul>
      </section>
      <Copies form={form} merged={merged} survivor={survivor} />
    </>
  )
}

function Copies({ form: { control, setValue }, merged, survivor }: Props) {
  const chosen = useWatch({ control, name: 'copies' })
  const known = new Set(peopleOf(survivor).map(({ id }) => id))
  const people = peopleOf(merged).filter(({ id }) => !known.has(id))
  if (people.length === 0) return null
  const toggle = (id: string, isChosen: boolean) =>
    setValue('copies', isChosen ? [...chosen, id] : chosen.filter((one) => one !== id), { shouldDirty: true })
  return (
    <fieldset>
      <legend className="font-medium text-sm">Ge kopia av #{survivor.ticketNumber}</legend>
      <p className="text-sm text-ink-soft">
        Utan kopia får de inga svar som skrivs där. Med kopia ser de också det som redan står i #{survivor.ticketNumber}
        .
      </p>
      {people.map(({ id, name }) => (
        <CheckboxInput
          key={id}
          label={id === merged.reportedBy?.id ? `${name}, som anmälde #${merged.ticketNumber}` : name}
          value={chosen.includes(id)}
          onChange={(isChosen) => toggle(id, isChosen)}
        />
      ))}
    </fieldset>
  )
}
