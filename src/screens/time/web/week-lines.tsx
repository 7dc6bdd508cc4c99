import { useQueryClient } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { CustomerField } from '#features/customers/web/customer-field.tsx'
import { customerQuery } from '#features/customers/web/customers.api.ts'
import { customerTicketsQuery } from '#features/tickets/web/tickets.api.ts'
import type { TimeEntry } from '#features/time/time.contract.ts'
import { weekQuery } from '#features/time/web/time.api.ts'
import { lineKey, linesOf, WEEK_DAYS, type WeekLine } from '#features/time/week.rules.ts'
import { USUAL_KIND } from '#features/time/work-kinds.rules.ts'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { SubmissionWaits, useSubmissionWaits } from '#shared/ui/submission-waits.ts'
import { showToast } from '#shared/ui/toast.tsx'
import { watchDraftOwner } from '#shared/web/draft-owner.ts'
import { useSingleFlight } from '#shared/web/single-flight.ts'
import type { LineWork } from './line-work.dialog.tsx'
import { TicketField } from './ticket-field.tsx'
import { emptyTime, useNewTimeForm } from './time-form.ts'

/** Lines without rows, by Monday: in memory of this tab, for one user at a time. */
const storedLines = new Map<string, readonly WeekLine[]>()

/** Adds and returns the lines of a week that have no row yet. */
export function useStoredLines(monday: string) {
  const [, render] = useState(0)
  const keep = (lines: readonly WeekLine[]) => {
    storedLines.set(monday, linesOf(storedLines.get(monday) ?? [], lines))
    render((count) => count + 1)
  }
  return { stored: storedLines.get(monday) ?? [], keep }
}

/** The text and place of work chosen for a line, by line, for as long as the lines. */
const chosenWork = new Map<string, LineWork>()

watchDraftOwner((_owner, isSame) => {
  if (isSame) return
  storedLines.clear()
  chosenWork.clear()
})

/** The text and place of work of new entries on a line: those chosen, otherwise those of the line's latest entry. */
export function useLineWork(rows: readonly TimeEntry[]) {
  const [, render] = useState(0)
  const workOf = (line: WeekLine): LineWork => {
    const latest = rows.findLast((row) => lineKey(row) === lineKey(line))
    const ofLatest = { description: latest?.description ?? null, kind: latest?.kind ?? USUAL_KIND }
    return chosenWork.get(lineKey(line)) ?? ofLatest
  }
  const setWork = (line: WeekLine, work: LineWork) => {
    chosenWork.set(lineKey(line), work)
    render((count) => count + 1)
  }
  return { workOf, setWork }
}

type Props = { monday: string; onAdd: (lines: readonly WeekLine[]) => void }

/** Adds the lines of the previous week, without its hours. */
export function CopyLastWeek({ monday, onAdd }: Props) {
  const client = useQueryClient()
  const [isPending, setPending] = useState(false)
  const copy = async () => {
    setPending(true)
    try {
      const { rows } = await client.fetchQuery(weekQuery(addDays(monday, -WEEK_DAYS)))
      const lines = linesOf(rows.filter(({ customer }) => !customer.isArchived))
      onAdd(lines)
      const count = plural(lines.length, 'rad', 'rader')
      showToast({ title: lines.length > 0 ? `${count} från förra veckan` : 'Förra veckan är tom', tone: 'info' })
    } catch (error) {
      showFailure('Kunde inte hämta förra veckan', error)
    } finally {
      setPending(false)
    }
  }
  return (
    <Button onPress={() => void copy()} isPending={isPending}>
      Kopiera förra veckan
    </Button>
  )
}

/** Adds a line for a customer, or for one of its tickets. */
export function AddLine({ onAdd }: Pick<Props, 'onAdd'>) {
  const client = useQueryClient()
  const form = useNewTimeForm(emptyTime(todayInStockholm()))
  const { waits, afterWaits } = useSubmissionWaits()
  const addChosen = async () => {
    if (!(await form.trigger('customerId', { shouldFocus: true }))) return
    const { customerId, ticketId } = form.getValues()
    try {
      const { id, name } = await client.fetchQuery(customerQuery(customerId))
      const { pages } = await client.fetchInfiniteQuery(customerTicketsQuery(customerId))
      const ticket = pages[0]?.rows.find((one) => one.id === ticketId)
      onAdd([
        {
          customer: { id, name, isArchived: false },
          ticket: ticket ? { id: ticket.id, ticketNumber: ticket.ticketNumber, title: ticket.title } : null,
        },
      ])
      form.reset(undefined, { keepFieldsRef: true })
      form.setFocus('customerId')
    } catch (error) {
      showFailure('Kunde inte lägga till raden', error)
    }
  }
  const add = useSingleFlight(() => afterWaits(addChosen))
  return (
    <form
      aria-label="Ny rad i veckan"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
      className="grid grid-cols-1 items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
    >
      <SubmissionWaits value={waits}>
        <CustomerField control={form.control} name="customerId" label="Kund" />
      </SubmissionWaits>
      <TicketField control={form.control} />
      <div className="sm:pt-6">
        <Button type="submit" icon={Plus} isFull>
          Lägg till rad
        </Button>
      </div>
    </form>
  )
}
