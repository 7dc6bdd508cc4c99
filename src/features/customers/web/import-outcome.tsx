import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { readableAddress } from '#shared/email.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { Card } from '#shared/ui/card.tsx'
import { CheckboxInput } from '#shared/ui/checkbox-input.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { type ImportRow, isInvalid, isValid, repeatedLines, type ValidRow } from '../customer-file.rules.ts'
import { customerLabels } from '../customers.contract.ts'
import { existingCustomersQuery, useImportCustomers } from './customers.api.ts'
import { ImportButton } from './import-columns.tsx'
import { ImportRemarks } from './import-remarks.tsx'
import { useRunImport } from './run-import.ts'

type Props = {
  rows: readonly ImportRow[]
  /** A column was just chosen, so the rows are about to be replaced. */
  isParsing: boolean
}

/** Shows what the import will do, the invalid and existing rows, and the import button. */
export function ImportOutcome({ rows, isParsing }: Props) {
  const [includesExisting, setIncludesExisting] = useState(false)
  const valid = useMemo(() => rows.filter(isValid), [rows])
  const { existing, check } = useExistingLines(valid)
  const imported = includesExisting ? valid : valid.filter(({ line }) => !existing.has(line))
  const { run, isRunning } = useRunImport(imported, ({ customer }) => customer, useImportCustomers(), {
    created: ['kund importerad', 'kunder importerade'],
    failed: 'Kunde inte importera kunder',
  })
  if (check.isError) return <QueryError title="Kunde inte jämföra med registret" query={check} />
  const remarked = check.isLoading
    ? []
    : rows.filter((row) => isInvalid(row) || existing.has(row.line) || row.warnings.length > 0)
  return (
    <>
      <Card title="Resultat">
        <Counts
          imported={imported.length}
          existing={existing.size}
          invalid={rows.length - valid.length}
          includesExisting={includesExisting}
        />
        {existing.size > 0 && (
          <div className="mt-3">
            <CheckboxInput
              label="Importera även dem som redan finns"
              value={includesExisting}
              onChange={setIncludesExisting}
            />
          </div>
        )}
        <ImportButton
          rows={imported.length}
          nouns={['kund', 'kunder']}
          onPress={run}
          isChecking={isParsing || check.isLoading}
          isRunning={isRunning}
        />
      </Card>
      {remarked.length > 0 && (
        <ImportRemarks rows={remarked.map((row) => remarkOf(row, existing))} labels={remarkLabels} />
      )}
    </>
  )
}

const remarkOf = ({ line, typed, problems, warnings }: ImportRow, existing: ReadonlySet<number>) => ({
  line,
  name: typed.name,
  detail: typed.email && readableAddress(typed.email),
  problems,
  warnings: existing.has(line) ? [] : warnings,
})

const remarkLabels = { name: customerLabels.name, detail: customerLabels.email }

type CountsProps = { imported: number; existing: number; invalid: number; includesExisting: boolean }

const Counts = ({ imported, existing, invalid, includesExisting }: CountsProps) => (
  <ul className="flex flex-col gap-1">
    <li>{plural(imported, 'kund importeras', 'kunder importeras')}</li>
    {existing > 0 && (
      <li>
        {plural(existing, 'kund finns redan', 'kunder finns redan')}
        {includesExisting ? ' och importeras ändå' : ' och hoppas över'}
      </li>
    )}
    {invalid > 0 && <li>{plural(invalid, 'rad har fel och hoppas över', 'rader har fel och hoppas över')}</li>}
  </ul>
)

/** The lines whose customer exists in the register or earlier in the file. */
function useExistingLines(valid: ValidRow[]) {
  const candidates = useMemo(() => valid.map(({ customer: { name, email } }) => ({ name, email })), [valid])
  const check = useQuery(existingCustomersQuery(candidates))
  const existing = useMemo(() => {
    const inRegister = new Set(check.data?.known)
    return new Set([
      ...valid.filter((_, position) => inRegister.has(position)).map(({ line }) => line),
      ...repeatedLines(valid),
    ])
  }, [check.data, valid])
  return { existing, check }
}
