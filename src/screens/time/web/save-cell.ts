import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { TimeEntry } from '#features/time/time.contract.ts'
import { useAddCell, useChangeLength, useRemoveTime, useRestoreTime } from '#features/time/web/time.api.ts'
import type { WeekLine } from '#features/time/week.rules.ts'
import { shortHours } from '#shared/hours.rules.ts'
import { attempt } from '#shared/ui/failure-toast.ts'
import { showToast } from '#shared/ui/toast.tsx'
import { CallError } from '#shared/web/call.ts'
import { conflictingRow, messageOf } from '#shared/web/forms.ts'
import { invalidate } from '#shared/web/invalidate.ts'
import type { LineWork } from './line-work.dialog.tsx'
import { useTimeQuestion } from './time-question.tsx'

/** The input of a cell, by line and day, and its time entry if it has one. */
type CellToSave = {
  line: WeekLine
  date: string
  row: TimeEntry | undefined
  minutes: number
  work: LineWork
  /** The idempotency key of a request for a new row. */
  keyFor: (body: unknown) => string
}
/** `isLater`: the server was unreachable or failed, so a retry may succeed. */
type Failure = { problem: string; isLater: boolean }
const NOT_SAVED = 'Inte sparat. Skriv en annan längd, eller tryck Escape.'

/** Resolves to the reason why the cell was not saved, or undefined. */
export type SaveCell = (cell: CellToSave) => Promise<Failure | undefined>

/** Saves cells one at a time, because an entry is placed after those before it. */
export function useSaveCell(): { save: SaveCell; question: ReactNode } {
  const { mutateAsync: add } = useAddCell()
  const { mutateAsync: setLength } = useChangeLength()
  const { mutateAsync: remove } = useRemoveTime()
  const { mutateAsync: restore } = useRestoreTime()
  const client = useQueryClient()
  const { ask, question } = useTimeQuestion()
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  const removeRow = async (id: string) => {
    await remove(id)
    const undo = async () => ((await attempt('Kunde inte ångra', () => restore(id))) ? id : undefined)
    showToast({ title: 'Tidrad borttagen', tone: 'success', undo })
  }
  const save = async ({ line, date, row, minutes, work, keyFor }: CellToSave): Promise<boolean> => {
    if (row && minutes === 0) {
      await removeRow(row.id)
      return true
    }
    if (row) return (await ask((asks) => setLength({ id: row.id, minutes, asks, version: row.version }))) !== undefined
    const cell = { customerId: line.customer.id, ticketId: line.ticket?.id ?? null, workDate: date, minutes, ...work }
    const added = await ask((asks) => {
      const asked = { ...cell, asks }
      return add({ cell: asked, idempotencyKey: keyFor(asked) })
    })
    return added !== undefined
  }
  const saveNext: SaveCell = (typed) => {
    const saved = queue.current
      .then(() => save(typed))
      .then(
        (isSaved) => (isSaved ? undefined : { problem: NOT_SAVED, isLater: false }),
        async (error: unknown) => {
          if (error instanceof CallError && (error.status === 0 || error.status >= 500))
            return { problem: messageOf(error), isLater: true }
          // Refetches the current row for the next attempt.
          await invalidate(client, ['time'])
          const problem = problemOf(error, typed.minutes)
          return problem === undefined ? undefined : { problem, isLater: false }
        },
      )
    queue.current = saved
    return saved
  }
  return { save: saveNext, question }
}

/** Undefined when the row already has the typed length, as the response to an earlier attempt was lost. */
function problemOf(error: unknown, minutes: number): string | undefined {
  const current = conflictingRow(TimeEntry, error)
  if (!current) return messageOf(error)
  if (current.minutes === minutes) return undefined
  return `Någon annan hann ändra raden till ${shortHours(current.minutes)} tim. Tryck Enter igen för att spara din tid.`
}
