import { formatPhone } from '#shared/phone.rules.ts'
import type { Column } from '#shared/ui/table.tsx'
import {
  type Columns,
  type CustomerFile,
  columnLabels,
  guessColumns,
  hasName,
  type ImportRow,
  parts,
  rowsOf,
} from '../customer-file.rules.ts'
import { type CustomerField, customerFields, customerLabels } from '../customers.contract.ts'
import { ColumnChoice, Preview } from './import-columns.tsx'
import { ImportOutcome } from './import-outcome.tsx'
import { useParsedFile } from './parsed-file.ts'

const layout = { grows: true, width: 'w-[20%]' }
const layouts: Partial<Record<CustomerField, Pick<Column<ImportRow>, 'grows' | 'width' | 'onPhone'>>> = {
  name: { grows: true, width: 'w-[22%]', onPhone: 'title' },
  phone: { width: 'w-40' },
  address: { grows: true, width: 'w-[24%]' },
}

const previewColumns: readonly Column<ImportRow>[] = [
  { key: 'line', header: 'Rad', cell: ({ line }) => line, isNumber: true, width: 'w-14' },
  ...customerFields.map((field) => ({
    key: field,
    header: customerLabels[field],
    cell: ({ typed }: ImportRow) => (field === 'phone' ? formatPhone(typed.phone) : typed[field]),
    ...(layouts[field] ?? layout),
  })),
]

const format = {
  guess: guessColumns,
  parse: (file: CustomerFile, columns: Columns) => (hasName(columns) ? rowsOf(file, columns) : []),
}

/** Imports the customers of a file: map its columns, preview, import all rows at once. */
export function CustomerImport({ file }: { file: CustomerFile }) {
  const { rows, isParsing, choice } = useParsedFile(file, format)
  return (
    <>
      <ColumnChoice
        parts={parts}
        labels={columnLabels}
        required={hasName(choice.chosen) ? {} : { name: 'Välj kolumnen med kundens namn' }}
        {...choice}
      />
      {rows.length > 0 && (
        <>
          <Preview title="Så blir de första kunderna" columns={previewColumns} rows={rows} />
          <ImportOutcome rows={rows} isParsing={isParsing} />
        </>
      )}
    </>
  )
}
