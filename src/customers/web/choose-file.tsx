import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { Card } from '#lib/ui/card.tsx'
import { FileButton } from '#lib/ui/file-button.tsx'
import { formatNumber, plural } from '#lib/ui/format.ts'
import { decodeText } from '../csv-reader.rules.ts'
import { type CustomerFile, customerFileOf, IMPORT_FILE_BYTES_MAX } from '../customer-file.rules.ts'
import { IMPORT_ROWS_MAX } from '../import.contract.ts'

export type ChosenFile = { name: string; file: CustomerFile }
type Props = { chosen: ChosenFile | undefined; onChoose: (chosen: ChosenFile | undefined) => void }

const TOO_LARGE = `Filen är större än ${IMPORT_FILE_BYTES_MAX / 1024 / 1024} MB. Dela upp den och importera en del i taget.`

async function read(source: File): Promise<CustomerFile | { problem: string }> {
  if (source.size > IMPORT_FILE_BYTES_MAX) return { problem: TOO_LARGE }
  try {
    return customerFileOf(decodeText(new Uint8Array(await source.arrayBuffer())))
  } catch {
    return { problem: 'Filen gick inte att läsa. Kontrollera att den finns kvar och välj den igen.' }
  }
}

/** Parses the chosen file in the browser; nothing is uploaded or stored before the import. */
export function ChooseFile({ chosen, onChoose }: Props) {
  const [problem, setProblem] = useState<string>()
  const choose = async (source: File) => {
    const file = await read(source)
    setProblem('problem' in file ? file.problem : undefined)
    onChoose('problem' in file ? undefined : { name: source.name, file })
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
      {problem && (
        <p role="alert" className="mt-4 flex gap-1.5 text-danger-ink">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {problem}
        </p>
      )}
    </Card>
  )
}
