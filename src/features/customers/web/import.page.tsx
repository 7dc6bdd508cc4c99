import { useState } from 'react'
import { Card } from '#shared/ui/card.tsx'
import { Page } from '#shared/ui/page.tsx'
import { RadioGroupInput } from '#shared/ui/radio-group.tsx'
import { isContactFile } from '../contact-file.rules.ts'
import type { CustomerFile } from '../customer-file.rules.ts'
import { ChooseFile, type ChosenFile } from './choose-file.tsx'
import { ContactImport } from './contact-import.tsx'
import { CustomerImport } from './customer-import.tsx'

const REGISTER = '/backoffice/customers'

/** Imports a register from another program: choose a file and its kind, map its columns, import all rows at once. */
export function ImportPage() {
  const [chosen, setChosen] = useState<ChosenFile & { number: number }>()
  const choose = (file: ChosenFile | undefined) =>
    setChosen((before) => file && { ...file, number: (before?.number ?? 0) + 1 })
  return (
    <Page
      title="Importera kunder"
      lead="Hämta in ett kundregister, eller kundernas kontakter, från en fil"
      back={{ to: REGISTER, label: 'Kunder' }}
    >
      <ChooseFile chosen={chosen} onChoose={choose} />
      {chosen && <ImportOfFile key={chosen.number} file={chosen.file} />}
    </Page>
  )
}

const contents = [
  { value: 'customers', label: 'Kunder', detail: 'En rad är en ny kund' },
  { value: 'contacts', label: 'Kontakter', detail: 'En rad är en person hos en kund som redan finns' },
]

function ImportOfFile({ file }: { file: CustomerFile }) {
  const [content, setContent] = useState(() => (isContactFile(file) ? 'contacts' : 'customers'))
  return (
    <>
      <Card title="Innehåll">
        <RadioGroupInput label="Filen har" value={content} onChange={setContent} choices={contents} />
      </Card>
      {content === 'contacts' ? <ContactImport file={file} /> : <CustomerImport file={file} />}
    </>
  )
}
