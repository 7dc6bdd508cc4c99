import Download from 'lucide-react/icons/download'
import { Button } from '#shared/ui/button.tsx'
import { Dialog, DialogActions, DialogCancel } from '#shared/ui/dialog.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import type { AttachedFile } from '../files.contract.ts'
import { useSaving } from './save-file.tsx'

type Props = { file: AttachedFile; url: string | undefined; onClose: () => void }

/** A picture as large as the screen allows. */
export function PictureDialog({ file, url, onClose }: Props) {
  const { save, isSaving } = useSaving(file)
  return (
    <Dialog title={file.name} isOpen isWide onClose={onClose}>
      {url ? (
        <img src={url} alt={file.name} className="mx-auto max-h-[70dvh] max-w-full rounded-sm object-contain" />
      ) : (
        <Skeleton className="h-60" />
      )}
      <DialogActions>
        <DialogCancel>Stäng</DialogCancel>
        <Button icon={Download} isPending={isSaving} pendingText="Hämtar..." onPress={save}>
          Spara
        </Button>
      </DialogActions>
    </Dialog>
  )
}
