import { useNavigate } from 'react-router'
import { plural } from '#shared/plural.rules.ts'
import { showToast } from '#shared/ui/toast.tsx'
import { CallError } from '#shared/web/call.ts'
import { messageOf } from '#shared/web/forms.ts'
import { useIdempotencyKey } from '#shared/web/idempotency-key.ts'
import { useSingleFlight } from '#shared/web/single-flight.ts'

type Send<Value> = {
  mutateAsync: (input: { rows: Value[]; idempotencyKey: string }) => Promise<{ created: number }>
  isPending: boolean
}
/** `to`: the register that is opened, by default that of customers. */
type Texts = { created: readonly [one: string, many: string]; failed: string; to?: string }

/** Sends all rows of a file at once, stored only once however often it is pressed, and then opens the register. */
export function useRunImport<Row extends { line: number }, Value>(
  rows: readonly Row[],
  toSend: (row: Row) => Value,
  { mutateAsync, isPending }: Send<Value>,
  texts: Texts,
) {
  const navigate = useNavigate()
  const idempotency = useIdempotencyKey()
  const run = async () => {
    const values = rows.map(toSend)
    try {
      const { created } = await mutateAsync({ rows: values, idempotencyKey: idempotency.keyFor(values) })
      idempotency.clear()
      showToast({ title: plural(created, ...texts.created), tone: 'success' })
      await navigate(texts.to ?? '/backoffice/customers')
    } catch (error) {
      showToast({ title: texts.failed, text: importFailure(error, rows), tone: 'error' })
    }
  }
  return { run: useSingleFlight(run), isRunning: isPending }
}

const REASONS_MAX = 5

/** The server's validation errors, with the line numbers of the file. */
function importFailure(error: unknown, rows: readonly { line: number }[]) {
  const fields = error instanceof CallError ? Object.entries(error.fields) : []
  const reasons = fields.flatMap(([field, message]) => {
    const row = rows[Number(/^rows\.(\d+)\./.exec(field)?.[1])]
    return row ? [`Rad ${row.line}: ${message}`] : []
  })
  return reasons.slice(0, REASONS_MAX).join('. ') || messageOf(error)
}
