import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { shortHours } from '#lib/hours.rules.ts'
import { showFailure } from '#lib/ui/failure-toast.ts'
import { showToast } from '#lib/ui/toast.tsx'
import { conflictingRow, messageOf } from '#lib/web/forms.ts'
import { useIdempotencyKey } from '#lib/web/idempotency-key.ts'
import { TimeEntry } from '../time.contract.ts'
import type { WeekLine } from '../week.rules.ts'
import type { LineWork } from './line-work.dialog.tsx'
import { useAddCell, useChangeLength, useRemoveTime, useRestoreTime } from './time.api.ts'
import { useTimeQuestion } from './time-question.tsx'

/** What is typed in a cell: of a line and a day, and its row when it has one. */
type TypedCell = { line: WeekLine; date: string; row: TimeEntry | undefined; minutes: number; work: LineWork }
const NOT_SAVED = 'Inte sparat. Skriv en annan längd, eller tryck Escape.'

/** Resolves with why the cell was not saved. */
export type SaveCell = (typed: TypedCell) => Promise<string | undefined>

/** Saves cells one after the other: a row is placed after those before it. */
export function useSaveCell(): { save: SaveCell; question: ReactNode } {
  const { mutateAsync: add } = useAddCell()
  const { mutateAsync: setLength } = useChangeLength()
  const { mutateAsync: remove } = useRemoveTime()
  const { mutate: restore } = useRestoreTime()
  const idempotency = useIdempotencyKey()
  const client = useQueryClient()
  const { ask, question } = useTimeQuestion()
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  const removeRow = async (id: string) => {
    await remove(id)
    const undo = () =>
      restore(id, {
        onError: (error) => showFailure('Kunde inte ångra', error),
      })
    showToast({ title: 'Tidrad borttagen', tone: 'success', action: { label: 'Ångra', onPress: undo } })
  }
  const save = async ({ line, date, row, minutes, work }: TypedCell): Promise<boolean> => {
    if (row && minutes === 0) {
      await removeRow(row.id)
      return true
    }
    if (row) return (await ask((asks) => setLength({ id: row.id, minutes, asks, version: row.version }))) !== undefined
    const cell = { customerId: line.customer.id, ticketId: line.ticket?.id ?? null, workDate: date, minutes, ...work }
    const added = await ask((asks) => {
      const asked = { ...cell, asks }
      return add({ cell: asked, idempotencyKey: idempotency.keyFor(asked) })
    })
    idempotency.clear()
    return added !== undefined
  }
  const saveNext: SaveCell = (typed) => {
    const saved = queue.current
      .then(() => save(typed))
      .then(
        (isSaved) => (isSaved ? undefined : NOT_SAVED),
        async (error: unknown) => {
          // The row as it is now, for the next attempt.
          await client.invalidateQueries({ queryKey: ['time'] })
          return problemOf(error)
        },
      )
    queue.current = saved
    return saved
  }
  return { save: saveNext, question }
}

function problemOf(error: unknown): string {
  const current = conflictingRow(TimeEntry, error)
  if (!current) return messageOf(error)
  return `Någon annan hann ändra raden till ${shortHours(current.minutes)} tim. Tryck Enter igen för att spara din tid.`
}
