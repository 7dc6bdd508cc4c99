import { useState } from 'react'
import type { CustomerFile } from '#features/customers/customer-file.rules.ts'
import { ChooseFile, type ChosenFile } from '#features/customers/web/choose-file.tsx'
import { ColumnChoice, Preview } from '#features/customers/web/import-columns.tsx'
import { useParsedFile } from '#features/customers/web/parsed-file.ts'
import { Page } from '#shared/ui/page.tsx'
import type { Column } from '#shared/ui/table.tsx'
import {
  type CountColumns,
  type CountRow,
  countPartLabels,
  countParts,
  countRowsOf,
  guessCountColumns,
  knownCountHeadings,
} from '../count-file.rules.ts'
import { CountOutcome } from './count-outcome.tsx'

/** Imports what a licence portal says that customers have, to compare recurring charges with. */
export function ImportCountsPage() {
  const [chosen, setChosen] = useState<ChosenFile & { number: number }>()
  const choose = (file: ChosenFile | undefined) =>
    setChosen((before) => file && { ...file, number: (before?.number ?? 0) + 1 })
  return (
    <Page
      title="Importera antal"
      lead="Licensportalens lista med kund, artikel och antal. Abonnemang som räknas ur en lista jämförs med den."
      back={{ to: '/backoffice/invoice-bases', label: 'Fakturaunderlag' }}
    >
      <ChooseFile chosen={chosen} onChoose={choose} countHeadings={knownCountHeadings} />
      {chosen && <CountImport key={chosen.number} file={chosen.file} />}
    </Page>
  )
}

const previewColumns: readonly Column<CountRow>[] = [
  { key: 'line', header: 'Rad', cell: ({ line }) => line, isNumber: true, width: 'w-14' },
  {
    key: 'customer',
    header: countPartLabels.customer,
    cell: ({ typed }) => typed.customer,
    onPhone: 'title',
    grows: true,
    width: 'w-[45%]',
  },
  {
    key: 'article',
    header: countPartLabels.article,
    cell: ({ typed }) => typed.article,
    grows: true,
    width: 'w-[45%]',
  },
  {
    key: 'quantity',
    header: countPartLabels.quantity,
    cell: ({ typed }) => typed.quantity,
    isNumber: true,
    width: 'w-28',
  },
]

const hasAll = (columns: CountColumns) => countParts.every((part) => columns[part] !== undefined)

const format = {
  guess: guessCountColumns,
  parse: (file: CustomerFile, columns: CountColumns) => (hasAll(columns) ? countRowsOf(file, columns) : []),
}

function CountImport({ file }: { file: CustomerFile }) {
  const { rows, isParsing, choice } = useParsedFile(file, format)
  return (
    <>
      <ColumnChoice
        parts={countParts}
        labels={countPartLabels}
        required={{
          customer: 'Välj kolumnen med kunden',
          article: 'Välj kolumnen med artikeln',
          quantity: 'Välj kolumnen med antalet',
        }}
        {...choice}
      />
      {rows.length > 0 && (
        <>
          <Preview title="De första raderna" columns={previewColumns} rows={rows} />
          <CountOutcome rows={rows} isParsing={isParsing} />
        </>
      )}
    </>
  )
}
