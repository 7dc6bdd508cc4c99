import { useDeferredValue, useMemo, useState } from 'react'
import { Page } from '#lib/ui/page.tsx'
import { type Columns, type CustomerFile, guessColumns, rowsOf, withoutHeadings } from '../customer-file.rules.ts'
import { ChooseFile, type ChosenFile } from './choose-file.tsx'
import { ColumnChoice, Preview } from './import-columns.tsx'
import { ImportOutcome } from './import-outcome.tsx'

const REGISTER = '/backoffice/customers'

/** Imports a register of another program: choose a file, map its columns, preview, import all rows at once. */
export function ImportPage() {
  const [chosen, setChosen] = useState<ChosenFile & { number: number }>()
  const choose = (file: ChosenFile | undefined) =>
    setChosen((before) => file && { ...file, number: (before?.number ?? 0) + 1 })
  return (
    <Page
      title="Importera kunder"
      lead="Hämta in ett kundregister från en fil"
      back={{ to: REGISTER, label: 'Kunder' }}
    >
      <ChooseFile chosen={chosen} onChoose={choose} />
      {chosen && <ImportOfFile key={chosen.number} file={chosen.file} />}
    </Page>
  )
}

function ImportOfFile({ file }: { file: CustomerFile }) {
  const [hasHeadings, setHeadings] = useState(true)
  const [columns, setColumns] = useState<Columns>(() => guessColumns(file.columns))
  const read = useMemo(() => (hasHeadings ? file : withoutHeadings(file)), [file, hasHeadings])
  // Parsing thousands of rows is deferred, so that a choice is painted first; until then the import button is pending.
  const source = useMemo(() => ({ read, columns }), [read, columns])
  const parsed = useDeferredValue(source)
  const rows = useMemo(() => (parsed.columns.name === undefined ? [] : rowsOf(parsed.read, parsed.columns)), [parsed])
  return (
    <>
      <ColumnChoice
        columns={read.columns}
        chosen={columns}
        onChange={setColumns}
        hasHeadings={hasHeadings}
        onHeadings={setHeadings}
      />
      {rows.length > 0 && (
        <>
          <Preview rows={rows} />
          <ImportOutcome rows={rows} isParsing={parsed !== source} />
        </>
      )}
    </>
  )
}
