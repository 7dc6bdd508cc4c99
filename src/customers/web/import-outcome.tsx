import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#lib/ui/button.tsx'
import { Card } from '#lib/ui/card.tsx'
import { CheckboxInput } from '#lib/ui/checkbox.tsx'
import { ErrorState } from '#lib/ui/error-state.tsx'
import { plural } from '#lib/ui/format.ts'
import { showToast } from '#lib/ui/toast.tsx'
import { CallError } from '#lib/web/call.ts'
import { messageOf } from '#lib/web/forms.ts'
import { useIdempotencyKey } from '#lib/web/idempotency-key.ts'
import { useSingleFlight } from '#lib/web/single-flight.ts'
import { type GoodRow, type ImportRow, isGood, isWrong, repeatedLines } from '../customer-file.rules.ts'
import { knownCustomersQuery, useImportCustomers } from './customers.api.ts'
import { ImportRemarks } from './import-remarks.tsx'

type Props = {
  rows: readonly ImportRow[]
  /** The rows are about to be replaced, because a column was chosen. */
  isParsing: boolean
}

/** What the import will do, row by row where there is something to say, and the button that does it. */
export function ImportOutcome({ rows, isParsing }: Props) {
  const [includesKnown, setIncludesKnown] = useState(false)
  const good = useMemo(() => rows.filter(isGood), [rows])
  const { known, check } = useKnownLines(good)
  const imported = includesKnown ? good : good.filter(({ line }) => !known.has(line))
  const { run, isRunning } = useImport(imported)
  if (check.isError)
    return (
      <ErrorState
        title="Kunde inte jämföra med registret"
        text={messageOf(check.error)}
        onRetry={() => void check.refetch()}
        isRetrying={check.isRefetching}
      />
    )
  const remarked = check.isLoading ? [] : rows.filter((row) => isWrong(row) || known.has(row.line))
  return (
    <>
      <Card title="Resultat">
        <Counts
          imported={imported.length}
          known={known.size}
          wrong={rows.length - good.length}
          {...{ includesKnown }}
        />
        {known.size > 0 && (
          <div className="mt-3">
            <CheckboxInput
              label="Importera även dem som redan finns"
              value={includesKnown}
              onChange={setIncludesKnown}
            />
          </div>
        )}
        <div className="mt-4">
          <Button
            variant="primary"
            onPress={run}
            isBusy={isParsing || check.isLoading || isRunning}
            busyText={isRunning ? 'Importerar...' : 'Jämför med registret...'}
            {...(imported.length === 0 && { disabledReason: 'Det finns inga kunder att importera' })}
          >
            {`Importera ${plural(imported.length, 'kund', 'kunder')}`}
          </Button>
        </div>
      </Card>
      {remarked.length > 0 && <ImportRemarks rows={remarked} />}
    </>
  )
}

type CountsProps = { imported: number; known: number; wrong: number; includesKnown: boolean }

const Counts = ({ imported, known, wrong, includesKnown }: CountsProps) => (
  <ul className="flex flex-col gap-1">
    <li>{plural(imported, 'kund importeras', 'kunder importeras')}</li>
    {known > 0 && (
      <li>
        {plural(known, 'kund finns redan', 'kunder finns redan')}
        {includesKnown ? ' och importeras ändå' : ' och hoppas över'}
      </li>
    )}
    {wrong > 0 && <li>{plural(wrong, 'rad har fel och hoppas över', 'rader har fel och hoppas över')}</li>}
  </ul>
)

/** The lines whose customer the register has, or the file itself further up. */
function useKnownLines(good: GoodRow[]) {
  const asked = useMemo(() => good.map(({ customer: { name, email } }) => ({ name, email })), [good])
  const check = useQuery(knownCustomersQuery(asked))
  const known = useMemo(() => {
    const inRegister = new Set(check.data?.known)
    return new Set([
      ...good.filter((_, place) => inRegister.has(place)).map(({ line }) => line),
      ...repeatedLines(good),
    ])
  }, [check.data, good])
  return { known, check }
}

function useImport(rows: readonly GoodRow[]) {
  const navigate = useNavigate()
  const send = useImportCustomers()
  const idempotency = useIdempotencyKey()
  const run = async () => {
    const customers = rows.map(({ customer }) => customer)
    try {
      const { created } = await send.mutateAsync({ rows: customers, idempotencyKey: idempotency.keyFor(customers) })
      idempotency.clear()
      showToast({ title: plural(created, 'kund importerad', 'kunder importerade'), tone: 'success' })
      await navigate('/backoffice/customers')
    } catch (error) {
      showToast({ title: 'Kunde inte importera kunder', text: whyNot(error, rows), tone: 'error' })
    }
  }
  return { run: useSingleFlight(run), isRunning: send.isPending }
}

const REASONS_TOLD = 5

/** The server's reasons by the file's lines; nothing was stored. */
function whyNot(error: unknown, rows: readonly GoodRow[]) {
  const fields = error instanceof CallError ? Object.entries(error.fields) : []
  const reasons = fields.flatMap(([field, message]) => {
    const row = rows[Number(/^rows\.(\d+)\./.exec(field)?.[1])]
    return row ? [`Rad ${row.line}: ${message}`] : []
  })
  return reasons.slice(0, REASONS_TOLD).join('. ') || messageOf(error)
}
