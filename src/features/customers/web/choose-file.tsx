import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { useState } from 'react'
import { formatNumber, plural } from '#shared/plural.rules.ts'
import { Card } from '#shared/ui/card.tsx'
import { FileButton } from '#shared/ui/file-button.tsx'
import { decodeText } from '../csv-text.rules.ts'
import { type CustomerFile, customerFileOf, IMPORT_FILE_BYTES_MAX } from '../customer-file.rules.ts'
import { IMPORT_ROWS_MAX } from '../import.contract.ts'

export type ChosenFile = { name: string; file: CustomerFile; unreadableLines: number[] }
type ReadFile = Omit<ChosenFile, 'name'> | { problem: string }
type Props = {
  chosen: ChosenFile | undefined
  onChoose: (chosen: ChosenFile | undefined) => void
  /** As for `customerFileOf`. */
  countHeadings?: (cells: readonly string[]) => number
}

const TOO_LARGE = `Filen är större än ${IMPORT_FILE_BYTES_MAX / 1024 / 1024} MB. Dela upp den och importera en del i taget.`

async function read(source: File, countHeadings: Props['countHeadings']): Promise<ReadFile> {
  if (source.size > IMPORT_FILE_BYTES_MAX) return { problem: TOO_LARGE }
  try {
    const { text, unreadableLines } = decodeText(new Uint8Array(await source.arrayBuffer()))
    const file = customerFileOf(text, countHeadings)
    return 'problem' in file ? file : { file, unreadableLines }
  } catch {
    return { problem: 'Filen gick inte att läsa. Kontrollera att den finns kvar och välj den igen.' }
  }
}

const LINES_NAMED_MAX = 10

function unreadableText(lines: readonly number[]) {
  const named = lines.slice(0, LINES_NAMED_MAX).map(String)
  const further = lines.length - named.length
  const all = further > 0 ? [...named, `${further} till`] : named
  const list = new Intl.ListFormat('sv-SE').format(all)
  return `Rad ${list} har tecken som inte går att läsa. Se över ${lines.length === 1 ? 'den' : 'dem'} efter importen.`
}

/** Parses the chosen file in the browser; nothing is uploaded or stored before the import. */
export function ChooseFile({ chosen, onChoose, countHeadings }: Props) {
  const [problem, setProblem] = useState<string>()
  const choose = async (source: File) => {
    const result = await read(source, countHeadings)
    setProblem('problem' in result ? result.problem : undefined)
    onChoose('problem' in result ? undefined : { name: source.name, ...result })
  }
  return (
    <Card title="Fil">
      <p className="max-w-prose text-ink-soft">
        En CSV-fil ur Excel, bokföringen eller ett annat program, högst 5 MB och {formatNumber(IMPORT_ROWS_MAX)} rader.
        Ingenting sparas förrän du trycker på Importera.
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <FileButton
          accepts={['.csv', '.txt', '.tsv', 'text/csv']}
          variant={chosen ? 'secondary' : 'primary'}
          onChoose={(source) => void choose(source)}
        >
          {chosen ? 'Byt fil' : 'Välj fil'}
        </FileButton>
        {chosen && (
          <p className="min-w-0 break-words">
            {chosen.name} <span className="text-ink-soft">({plural(chosen.file.records.length, 'rad', 'rader')})</span>
          </p>
        )}
      </div>
      {chosen && chosen.unreadableLines.length > 0 && (
        <p className="mt-4 max-w-prose">{unreadableText(chosen.unreadableLines)}</p>
      )}
      {problem && (
        <p role="alert" className="mt-4 flex gap-1.5 text-danger-ink">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {problem}
        </p>
      )}
    </Card>
  )
}
