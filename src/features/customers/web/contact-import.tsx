import { readableAddress } from '#shared/email.rules.ts'
import { formatPhone } from '#shared/phone.rules.ts'
import type { Column } from '#shared/ui/table.tsx'
import {
  type ContactColumns,
  type ContactRow,
  contactPartLabels,
  contactParts,
  contactRowsOf,
  guessContactColumns,
} from '../contact-file.rules.ts'
import { type CustomerFile, hasName } from '../customer-file.rules.ts'
import { ContactOutcome } from './contact-outcome.tsx'
import { ColumnChoice, Preview } from './import-columns.tsx'
import { useParsedFile } from './parsed-file.ts'

const previewColumns: readonly Column<ContactRow>[] = [
  { key: 'line', header: 'Rad', cell: ({ line }) => line, isNumber: true, width: 'w-14' },
  { key: 'customer', header: 'Kund', cell: ({ typed }) => typed.customer, grows: true, width: 'w-[22%]' },
  { key: 'name', header: 'Namn', cell: ({ typed }) => typed.name, grows: true, width: 'w-[20%]', onPhone: 'title' },
  { key: 'title', header: 'Titel', cell: ({ typed }) => typed.title, grows: true, width: 'w-[14%]' },
  { key: 'phone', header: 'Telefon', cell: ({ typed }) => formatPhone(typed.phone), width: 'w-36' },
  { key: 'mobile', header: 'Mobil', cell: ({ typed }) => formatPhone(typed.mobile), width: 'w-36' },
  { key: 'email', header: 'E-post', cell: ({ typed }) => readableAddress(typed.email), grows: true, width: 'w-[22%]' },
]

const format = {
  guess: guessContactColumns,
  parse: (file: CustomerFile, columns: ContactColumns) =>
    columns.customer !== undefined && hasName(columns) ? contactRowsOf(file, columns) : [],
}

/** Imports the contacts of a file to existing customers: map its columns, preview, import all rows at once. */
export function ContactImport({ file }: { file: CustomerFile }) {
  const { rows, isParsing, choice } = useParsedFile(file, format)
  return (
    <>
      <ColumnChoice
        parts={contactParts}
        labels={contactPartLabels}
        required={{
          customer: 'Välj kolumnen med kundens namn',
          ...(!hasName(choice.chosen) && { name: 'Välj kolumnen med kontaktens namn' }),
        }}
        {...choice}
      />
      {rows.length > 0 && (
        <>
          <Preview title="Så blir de första kontakterna" columns={previewColumns} rows={rows} />
          <ContactOutcome rows={rows} isParsing={isParsing} />
        </>
      )}
    </>
  )
}
