import { useDeferredValue, useMemo, useState } from 'react'
import { type CustomerFile, leftOutColumns, withoutHeadings } from '../customer-file.rules.ts'

/** The column of the file for each of our fields. */
type Mapping<Part extends string> = Partial<Record<Part, number>>

type Format<Part extends string, Row> = {
  guess: (columns: CustomerFile['columns']) => Mapping<Part>
  /** The rows; none while a required field has no column. */
  parse: (file: CustomerFile, columns: Mapping<Part>) => Row[]
}

/**
 * The rows of a file by the columns chosen for our fields, and the props of their `ColumnChoice`. Parsing thousands of rows is
 * deferred, so that a choice is painted first; `isParsing` until then. `format` must not change between renders.
 */
export function useParsedFile<Part extends string, Row>(file: CustomerFile, format: Format<Part, Row>) {
  const [hasHeadings, setHeadings] = useState(true)
  const [chosen, setChosen] = useState(() => format.guess(file.columns))
  const read = useMemo(() => (hasHeadings ? file : withoutHeadings(file)), [file, hasHeadings])
  const source = useMemo(() => ({ read, chosen }), [read, chosen])
  const parsed = useDeferredValue(source)
  const rows = useMemo(() => format.parse(parsed.read, parsed.chosen), [parsed, format])
  const leftOut = useMemo(() => leftOutColumns(parsed.read, parsed.chosen), [parsed])
  const choice = { columns: read.columns, chosen, leftOut, onChange: setChosen, hasHeadings, onHeadings: setHeadings }
  return { rows, isParsing: parsed !== source, choice }
}
