// Shared parts of the imports of customers and of contacts.
import { readableAddresses } from '#shared/email.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { CheckboxInput } from '#shared/ui/checkbox-input.tsx'
import { SelectInput } from '#shared/ui/select-input.tsx'
import { type Column, Table } from '#shared/ui/table.tsx'
import type { FileColumn } from '../customer-file.rules.ts'

type ChoiceProps<Part extends string> = {
  /** Our fields in order. */
  parts: readonly Part[]
  labels: Record<Part, string>
  /** The fields that need a column, with the message shown while they have none. */
  required: Partial<Record<Part, string>>
  columns: readonly FileColumn[]
  chosen: Partial<Record<Part, number>>
  /** An updater, so that two choices in one render both count. */
  onChange: (update: (before: Partial<Record<Part, number>>) => Partial<Record<Part, number>>) => void
  /** The headings of columns that are not imported. */
  leftOut: readonly string[]
  hasHeadings: boolean
  onHeadings: (hasHeadings: boolean) => void
}

/** Maps each of our fields to a column of the file. */
export function ColumnChoice<Part extends string>({ parts, labels, required, columns, ...props }: ChoiceProps<Part>) {
  const { chosen, onChange, leftOut, hasHeadings, onHeadings } = props
  const choices = columns.map(({ heading, example }, column) => ({
    value: String(column),
    label: heading,
    ...(example && { detail: readableAddresses(example).slice(0, 60) }),
  }))
  const choose = (part: Part, value: string) =>
    onChange(({ ...columns }) => {
      if (value === '') delete columns[part]
      else columns[part] = Number(value)
      return columns
    })
  return (
    <Card title="Kolumner">
      <div className="grid gap-4 sm:grid-cols-2 rail:grid-cols-4">
        {parts.map((part) => (
          <SelectInput
            key={part}
            label={labels[part]}
            isRequired={required[part] !== undefined}
            value={String(chosen[part] ?? '')}
            onChange={(value) => choose(part, value)}
            choices={choices}
            emptyLabel="Ingen kolumn"
            {...(chosen[part] === undefined && required[part] !== undefined && { error: required[part] })}
          />
        ))}
      </div>
      {leftOut.length > 0 && <p className="mt-4 break-words text-ink-soft">Tas inte med: {leftOut.join(', ')}</p>}
      <div className="mt-4">
        <CheckboxInput label="Första raden är rubriker" value={hasHeadings} onChange={onHeadings} />
      </div>
    </Card>
  )
}

const PREVIEW_ROWS = 5

type PreviewProps<Row> = { title: string; columns: readonly Column<Row>[]; rows: readonly Row[] }

/** The first rows as they would be stored. */
export const Preview = <Row extends { line: number }>({ title, columns, rows }: PreviewProps<Row>) => (
  <section className="flex flex-col gap-3">
    <h2 className="text-md font-semibold">{title}</h2>
    <Table
      label="Förhandsvisning"
      columns={columns}
      rows={rows.slice(0, PREVIEW_ROWS)}
      rowKey={({ line }) => String(line)}
      empty={null}
      stacksBelow="lg"
    />
  </section>
)

type ImportButtonProps = {
  rows: number
  /** The singular and plural noun of a row. */
  nouns: readonly [one: string, many: string]
  onPress: () => void
  /** The rows are being parsed, or compared with the register. */
  isChecking: boolean
  isRunning: boolean
}

export const ImportButton = ({ rows, nouns: [one, many], onPress, isChecking, isRunning }: ImportButtonProps) => (
  <div className="mt-4">
    <Button
      variant="primary"
      onPress={onPress}
      isPending={isChecking || isRunning}
      pendingText={isRunning ? 'Importerar...' : 'Jämför med registret...'}
      {...(rows === 0 && { disabledReason: `Det finns inga ${many} att importera` })}
    >
      {`Importera ${plural(rows, one, many)}`}
    </Button>
  </div>
)
