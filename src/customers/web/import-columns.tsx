import { formatPhone } from '#lib/phone.rules.ts'
import { Card } from '#lib/ui/card.tsx'
import { CheckboxInput } from '#lib/ui/checkbox.tsx'
import { SelectInput } from '#lib/ui/select.tsx'
import { type Column, Table } from '#lib/ui/table.tsx'
import {
  type Columns,
  columnLabels,
  type FileColumn,
  type ImportRow,
  type Part,
  parts,
} from '../customer-file.rules.ts'
import { type CustomerField, customerFields, customerLabels } from '../customers.contract.ts'

type ChoiceProps = {
  columns: readonly FileColumn[]
  chosen: Columns
  /** An updater, so that two choices in one render both count. */
  onChange: (update: (before: Columns) => Columns) => void
  hasHeadings: boolean
  onHeadings: (hasHeadings: boolean) => void
}

/** Maps each of our fields to a column of the file. */
export function ColumnChoice({ columns, chosen, onChange, hasHeadings, onHeadings }: ChoiceProps) {
  const choices = columns.map(({ heading, example }, column) => ({
    value: String(column),
    label: heading,
    ...(example && { detail: example.slice(0, 60) }),
  }))
  const choose = (part: Part, value: string) =>
    onChange((before) => {
      const { [part]: _, ...others } = before
      return value === '' ? others : { ...others, [part]: Number(value) }
    })
  return (
    <Card title="Kolumner">
      <div className="grid gap-4 sm:grid-cols-2 rail:grid-cols-4">
        {parts.map((part) => (
          <SelectInput
            key={part}
            label={columnLabels[part]}
            isRequired={part === 'name'}
            value={String(chosen[part] ?? '')}
            onChange={(value) => choose(part, value)}
            choices={choices}
            emptyLabel="Ingen kolumn"
            {...(part === 'name' && chosen.name === undefined && { error: 'Välj kolumnen med kundens namn' })}
          />
        ))}
      </div>
      <div className="mt-4">
        <CheckboxInput label="Första raden är rubriker" value={hasHeadings} onChange={onHeadings} />
      </div>
    </Card>
  )
}

const PREVIEW_ROWS = 5

const previewLayout = { grows: true, width: 'w-[20%]' }
const previewLayouts: Partial<Record<CustomerField, Pick<Column<ImportRow>, 'grows' | 'width' | 'onPhone'>>> = {
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
    ...(previewLayouts[field] ?? previewLayout),
  })),
]

/** The first rows as they would be stored. */
export const Preview = ({ rows }: { rows: readonly ImportRow[] }) => (
  <section className="flex flex-col gap-3">
    <h2 className="text-md font-semibold">Så blir de första kunderna</h2>
    <Table
      label="Förhandsvisning"
      columns={previewColumns}
      rows={rows.slice(0, PREVIEW_ROWS)}
      rowKey={({ line }) => String(line)}
      empty={null}
      stacksBelow="lg"
    />
  </section>
)
