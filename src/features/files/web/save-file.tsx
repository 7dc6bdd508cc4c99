import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { attempt } from '#shared/ui/failure-toast.ts'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { saveFile } from '#shared/web/save-file.ts'
import type { AttachedFile } from '../files.contract.ts'
import { fetchFile } from './files.api.ts'

type Named = Pick<AttachedFile, 'id' | 'name'>

/** The button that saves a file. */
export function SaveFile({ file }: { file: Named }) {
  const { save, isSaving } = useSaving(file)
  return <IconButton icon={Download} label={`Spara ${file.name}`} tooltip="Spara" isPending={isSaving} onPress={save} />
}

/** Fetches the file with the session's token and saves it, so that no URL contains a token. */
export function useSaving({ id, name }: Named) {
  const [isSaving, setSaving] = useState(false)
  const fetchAndSave = async () => {
    setSaving(true)
    await attempt('Kunde inte hämta filen', async () => saveFile(await fetchFile(id), name))
    setSaving(false)
  }
  return { isSaving, save: () => void fetchAndSave() }
}
