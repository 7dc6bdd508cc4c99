// The acts on a whole month. Each begins with the month as it is now, and goes on by parts that can be repeated: after a lost
// connection a further press does the rest.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MonthCustomer } from '#features/billing/invoice-bases.contract.ts'
import { ALREADY_SENDING } from '#features/billing/month.contract.ts'
import { isReported, isToBill, isToMake, isToSend } from '#features/billing/month-steps.rules.ts'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { type TableSelection, useSelected } from '#shared/ui/table-selection.ts'
import { showToast } from '#shared/ui/toast.tsx'
import { useIdempotencyKey } from '#shared/web/idempotency-key.ts'
import { billRows, makeBases, markRows, sendRows } from './month-requests.ts'
import { fetchWholeMonth, refetchMarked, refetchMonth, type WholeMonth } from './whole-month.ts'

export type Question = { about: 'mark' | 'send' | 'bill' } & WholeMonth
export type Progress = { text: string; done: number; of: number }
export type MonthActs = ReturnType<typeof useMonthActs>

const isUnreported = (row: MonthCustomer) => !isReported(row)
const asked = {
  mark: { isOf: isUnreported, nothing: 'Alla tidrader är redan rapporterade' },
  send: { isOf: isToSend, nothing: 'Det finns inga utkast att skicka' },
  bill: { isOf: isToBill, nothing: 'Det finns inget att fakturera än' },
} as const satisfies Record<Question['about'], object>

/** Why an act failed, by customer, and whether it is still to do. */
type Failures = { of: ReadonlyMap<string, string>; isLeft: (row: MonthCustomer, reason: string) => boolean }

/** What a colleague is sending fails until it is sent, or taken back. */
export const isToSendOrSending = (row: MonthCustomer, reason: string) =>
  reason === ALREADY_SENDING ? row.basis?.state === 'draft' && row.basis.sending !== null : isToSend(row)

/** The reason of a failure that a colleague has not made up for since. */
export const failureIn =
  ({ of, isLeft }: Failures) =>
  (row: MonthCustomer): string | null => {
    const reason = of.get(row.customer.id)
    return reason !== undefined && isLeft(row, reason) ? reason : null
  }

function useFailures() {
  const [failures, setFailures] = useState<Failures>({ of: new Map(), isLeft: () => false })
  const failed = (isLeft: Failures['isLeft']) => (of: Failures['of']) => setFailures({ of, isLeft })
  return { failed, failureOf: failureIn(failures) }
}

export function useMonthActs(month: string, selection: TableSelection) {
  const client = useQueryClient()
  const idempotency = useIdempotencyKey()
  const { selected } = useSelected(selection)
  const [question, setQuestion] = useState<Question>()
  const [progress, setProgress] = useState<Progress>()
  const { failed, failureOf } = useFailures()
  const readMonth = async (isOf: (row: MonthCustomer) => boolean): Promise<WholeMonth> => {
    const whole = await fetchWholeMonth(month)
    const isChosen = (row: MonthCustomer) => selected.size === 0 || selected.has(row.customer.id)
    return { ...whole, rows: whole.rows.filter((row) => isChosen(row) && isOf(row)) }
  }
  /** Runs one act at a time; shows its failure, and the month as it is afterwards. */
  const run = async (title: string, text: string, act: () => Promise<unknown>) => {
    setProgress({ text, done: 0, of: 0 })
    try {
      await act()
    } catch (error) {
      showFailure(title, error)
    } finally {
      await refetchMonth(client)
      setProgress(undefined)
    }
  }
  const on = (text: string) => (done: number, of: number) => setProgress({ text, done, of })
  const make = () =>
    run('Alla underlag blev inte skapade. Tryck igen för resten', 'Skapar underlag', async () => {
      const { rows } = await readMonth(isToMake)
      if (rows.length === 0) return showToast({ title: 'Alla har redan ett underlag', tone: 'info' })
      await makeBases(month, rows, { onProgress: on('Skapar underlag'), onFailures: failed(isToMake) })
    })
  const ask = (about: Question['about']) =>
    run('Kunde inte läsa månaden', 'Läser månaden', async () => {
      const whole = await readMonth(asked[about].isOf)
      if (whole.rows.length === 0) return showToast({ title: asked[about].nothing, tone: 'info' })
      setQuestion({ about, ...whole })
    })
  const answer = async () => {
    if (!question) return
    setQuestion(undefined)
    const { about, rows } = question
    if (about === 'mark')
      return run('Kunde inte markera tidraderna. Tryck igen för resten', 'Markerar tidrader', async () => {
        await markRows(month, rows, { isAll: selected.size === 0, onProgress: on('Markerar tidrader') })
        void refetchMarked(client)
      })
    if (about === 'send')
      return run('Kunde inte skicka underlagen', 'Förbereder underlagen', () =>
        sendRows(rows, idempotency, failed(isToSendOrSending)),
      )
    return run('Alla underlag blev inte fakturerade. Tryck igen för resten', 'Fakturerar', () =>
      billRows(rows, { onProgress: on('Fakturerar'), onFailures: failed(isToBill) }),
    )
  }
  const closeQuestion = () => setQuestion(undefined)
  return { make, ask, answer, question, closeQuestion, progress, failureOf }
}
