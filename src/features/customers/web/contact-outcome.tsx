import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { plural } from '#shared/plural.rules.ts'
import { Card } from '#shared/ui/card.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { type ContactRow, contactPartLabels } from '../contact-file.rules.ts'
import { contactCheckQuery, useImportContacts } from './contact-import.api.ts'
import { ImportButton } from './import-columns.tsx'
import { ImportRemarks } from './import-remarks.tsx'
import { useRunImport } from './run-import.ts'

type ValidRow = Extract<ContactRow, { problems?: never }>
const isValid = (row: ContactRow): row is ValidRow => row.problems === undefined

const remarkLabels = { name: contactPartLabels.name, detail: contactPartLabels.customer }

type Props = {
  rows: readonly ContactRow[]
  /** A column was just chosen, so the rows are about to be replaced. */
  isParsing: boolean
}

/** Shows what the import of contacts will do and the problems of the other rows, with the import button. */
export function ContactOutcome({ rows, isParsing }: Props) {
  const valid = useMemo(() => rows.filter(isValid), [rows])
  const check = useQuery(contactCheckQuery(useMemo(() => valid.map(({ contact }) => contact), [valid])))
  const remarks = useMemo(() => remarksOf(rows, valid, check.data), [rows, valid, check.data])
  const imported = useMemo(() => {
    const lines = new Set(remarks.map(({ line }) => line))
    return valid.filter(({ line }) => !lines.has(line))
  }, [valid, remarks])
  const { run, isRunning } = useRunImport(imported, ({ contact }) => contact, useImportContacts(), {
    created: ['kontakt importerad', 'kontakter importerade'],
    failed: 'Kunde inte importera kontakter',
  })
  if (check.isError) return <QueryError title="Kunde inte jämföra med registret" query={check} />
  const withWarnings = imported.filter((row) => row.warnings.length > 0)
  const shown = [
    ...remarks,
    ...withWarnings.map((row) => ({
      line: row.line,
      name: row.typed.name,
      detail: row.typed.customer,
      warnings: row.warnings,
    })),
  ].sort((a, b) => a.line - b.line)
  const wrong = remarks.filter(({ problems }) => problems).length
  return (
    <>
      <Card title="Resultat">
        <ul className="flex flex-col gap-1">
          <li>{plural(imported.length, 'kontakt importeras', 'kontakter importeras')}</li>
          {remarks.length > wrong && (
            <li>{plural(remarks.length - wrong, 'kontakt finns redan', 'kontakter finns redan')} och hoppas över</li>
          )}
          {wrong > 0 && <li>{plural(wrong, 'rad har fel och hoppas över', 'rader har fel och hoppas över')}</li>}
        </ul>
        <ImportButton
          rows={imported.length}
          nouns={['kontakt', 'kontakter']}
          onPress={run}
          isChecking={isParsing || check.isLoading}
          isRunning={isRunning}
        />
      </Card>
      {!check.isLoading && shown.length > 0 && <ImportRemarks rows={shown} labels={remarkLabels} />}
    </>
  )
}

type Check = { known: number[]; problems: { row: number; message: string }[] }

/** The rows that are not imported, by line, with their problems; rows without problems already exist. */
function remarksOf(rows: readonly ContactRow[], valid: readonly ValidRow[], check: Check | undefined) {
  const known = new Set(check?.known.map((row) => valid[row]?.line))
  const refused = new Map(check?.problems.map(({ row, message }) => [valid[row]?.line, message]))
  return rows.flatMap(({ line, typed, problems }) => {
    const message = refused.get(line)
    const all = problems ?? (message === undefined ? undefined : [message])
    if (!all && !known.has(line)) return []
    return [{ line, name: typed.name, detail: typed.customer, ...(all && { problems: all }) }]
  })
}
