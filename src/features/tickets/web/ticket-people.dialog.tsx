import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { contactsQuery } from '#features/customers/web/contacts.api.ts'
import { Button } from '#shared/ui/button.tsx'
import { Dialog, DialogActions, DialogCancel } from '#shared/ui/dialog.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { Form } from '#shared/ui/form.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Select } from '#shared/ui/select.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { conflictingRow } from '#shared/web/forms.ts'
import { Ticket } from '../tickets.contract.ts'
import { CopiesField } from './copies-field.tsx'
import { useChangePeople } from './ticket-people.api.ts'
import { peopleKey } from './ticket-recovery.ts'

type Values = { reportedBy: string; copies: string[] }
type Props = { ticket: Ticket; onClose: () => void }

/** Changes the reporter of a ticket and the contacts that get copies. */
export function TicketPeopleDialog({ ticket, onClose }: Props) {
  const { data: contacts, ...query } = useQuery(contactsQuery(ticket.customer.id))
  const form = useForm<Values>({
    defaultValues: { reportedBy: ticket.reportedBy?.id ?? '', copies: ticket.copies.map(({ id }) => id) },
  })
  useFormRecovery(form, { key: peopleKey(ticket.id), subject: ticket })
  const { save, conflict } = useSave(ticket, onClose)
  const { control, formState } = form
  const copies = useWatch({ control, name: 'copies' })
  const named = [...ticket.copies, ...(ticket.reportedBy ? [ticket.reportedBy] : [])]
  // An archived contact can stay if it was chosen before.
  const people = contacts?.filter(({ id, archivedAt }) => archivedAt === null || named.some((one) => one.id === id))
  return (
    <Dialog title="Anmälare och kopior" isOpen onClose={onClose} hasUnsaved={formState.isDirty}>
      {query.isError && !contacts && <QueryError title="Kunde inte hämta kontakterna" query={query} />}
      {!contacts && !query.isError && <Skeleton className="h-40" />}
      {people && (
        <Form form={form} onSubmit={save} label="Anmälare och kopior">
          {conflict && <PeopleConflict ticket={conflict} />}
          <Select
            control={control}
            name="reportedBy"
            label="Anmälare"
            emptyLabel="Ingen vald"
            choices={people.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <CopiesField
            people={people}
            value={copies}
            onChange={(chosen) => form.setValue('copies', chosen, { shouldDirty: true })}
          />
          <DialogActions>
            <DialogCancel />
            <Button type="submit" variant="primary" isPending={formState.isSubmitting} pendingText="Sparar...">
              {conflict ? 'Spara mitt val' : 'Spara'}
            </Button>
          </DialogActions>
        </Form>
      )}
    </Dialog>
  )
}

/** Saves with a toast; after an edit conflict `conflict` is the current ticket, and saving again overwrites it. */
function useSave(ticket: Ticket, onClose: () => void) {
  const { mutateAsync: change } = useChangePeople()
  const [opened] = useState(ticket)
  const [conflict, setConflict] = useState<Ticket>()
  const save = async (people: Values) => {
    try {
      await change({ id: opened.id, version: (conflict ?? opened).version, ...people })
      showToast({ title: 'Uppdaterad!', text: 'Ticket har uppdaterats', tone: 'success' })
      onClose()
    } catch (error) {
      const current = conflictingRow(Ticket, error)
      if (current) setConflict(current)
      else showFailure('Kunde inte uppdatera ticket', error)
    }
  }
  return { save, conflict }
}

const PeopleConflict = ({ ticket: { reportedBy, copies } }: { ticket: Ticket }) => (
  <section role="alert" className="rounded-md border border-accent bg-accent-soft p-4">
    <h3 className="font-semibold">Någon annan hann ändra ärendet. Så här står det nu:</h3>
    <p className="mt-2">Anmälare: {reportedBy?.name ?? '-'}</p>
    <p>Får kopia: {copies.map(({ name }) => name).join(', ') || '-'}</p>
    <p className="mt-2 text-ink-soft">
      Nedanför står det du valde. Spara ditt val, eller avbryt och behåll det som står.
    </p>
  </section>
)
