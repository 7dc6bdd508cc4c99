import FileDown from 'lucide-react/icons/file-down'
import { useState } from 'react'
import { saveFile } from '../web/save-file.ts'
import { Button } from './button.tsx'
import { attempt } from './failure-toast.ts'

type Props = { name: string; fetchPdf: () => Promise<Blob> }

/** Saves a PDF that the server makes, under this name. */
export function PdfButton({ name, fetchPdf }: Props) {
  const [isPending, setPending] = useState(false)
  const press = async () => {
    setPending(true)
    await attempt('Kunde inte hämta PDF-filen', async () => saveFile(await fetchPdf(), name))
    setPending(false)
  }
  return (
    <Button icon={FileDown} isPending={isPending} pendingText="Skapar PDF …" onPress={() => void press()}>
      Ladda ner PDF
    </Button>
  )
}
