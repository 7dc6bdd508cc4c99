import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import ImageIcon from 'lucide-react/icons/image'
import { useRef, useState } from 'react'
import { pictureEndings } from '#features/files/picture-types.rules.ts'
import { uploadFile } from '#features/files/web/files.api.ts'
import { Button } from '#shared/ui/button.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { FileButton } from '#shared/ui/file-button.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { CallError } from '#shared/web/call.ts'
import { messageOf } from '#shared/web/forms.ts'
import { pictureUrl, usageOf } from '../brand.rules.ts'
import type { PicturePlace, PublicPicture } from '../picture.contract.ts'
import { useRemovePicture, useSetPicture } from './brand.api.ts'
import { scaledPicture } from './scaled-picture.ts'

type Props = {
  place: PicturePlace
  title: string
  hint: string
  picture: PublicPicture | undefined
  isAdmin: boolean
}

/** The picture of a place, with controls for administrators to change it. */
export function PictureSlot({ place, title, hint, picture, isAdmin }: Props) {
  const upload = useUpload(place)
  const name = title.toLocaleLowerCase('sv-SE')
  const verb = picture ? 'Byt bild' : 'Välj bild'
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      {place !== 'logo' && <h3 className="font-semibold">{title}</h3>}
      <Preview picture={picture} alt={title} isLogo={place === 'logo'} />
      <p className="max-w-prose text-sm text-ink-soft">{hint}</p>
      {isAdmin && (
        <div className="flex flex-wrap items-center gap-3">
          {upload.progress === undefined ? (
            <>
              <FileButton
                accepts={pictureEndings}
                onChoose={(file) => void upload.start(file)}
                accessibleName={`${verb}, ${name}`}
              >
                {verb}
              </FileButton>
              {picture && <RemoveButton place={place} name={name} />}
            </>
          ) : (
            <Progress part={upload.progress} onCancel={upload.cancel} name={name} />
          )}
        </div>
      )}
      {upload.problem && (
        <p role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-danger-ink">
          <span className="flex gap-1.5">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {upload.problem}
          </span>
          {upload.retry && <Button onPress={upload.retry}>Försök igen</Button>}
        </p>
      )}
    </section>
  )
}

function Preview({ picture, alt, isLogo }: { picture: PublicPicture | undefined; alt: string; isLogo: boolean }) {
  const frame = isLogo ? 'h-24 max-w-72' : 'aspect-4/3 max-h-60'
  if (!picture)
    return (
      <div
        className={`grid w-full place-items-center rounded-md border border-dashed border-line-strong text-ink-faint ${frame}`}
      >
        <ImageIcon aria-hidden="true" className="size-6" />
      </div>
    )
  return (
    <img
      src={pictureUrl(picture)}
      alt={alt}
      width={picture.width}
      height={picture.height}
      className={isLogo ? 'logo h-auto max-h-24 w-auto max-w-72 self-start' : `w-full rounded-md object-cover ${frame}`}
    />
  )
}

function Progress({ part, onCancel, name }: { part: number; onCancel: () => void; name: string }) {
  const percent = Math.round(part * 100)
  return (
    <>
      <progress aria-label={`Skickar ${name}`} max={100} value={percent} className="h-2 w-40 accent-primary" />
      <span className="tabular-nums">{part < 1 ? `${percent} %` : 'Bearbetar bilden …'}</span>
      <Button onPress={onCancel}>Avbryt</Button>
    </>
  )
}

/** Uploads a file and shows it in its place. After a failure the same file can be sent again. */
function useUpload(place: PicturePlace) {
  const { mutateAsync: setPicture } = useSetPicture()
  const [progress, setProgress] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [failed, setFailed] = useState<File>()
  const running = useRef<AbortController>(undefined)

  const start = async (file: File) => {
    const controller = new AbortController()
    running.current = controller
    setProblem(undefined)
    setFailed(undefined)
    setProgress(0)
    try {
      const { signal } = controller
      const use = usageOf(place)
      const { id } = await uploadFile(await scaledPicture(file, use), use, { signal, onProgress: setProgress })
      await setPicture({ place, fileId: id })
      showToast({ title: 'Bilden är sparad', text: 'Den visas nu.', tone: 'success' })
    } catch (error) {
      if (controller.signal.aborted) return
      setProblem(error instanceof CallError ? (error.fields.file ?? error.message) : messageOf(error))
      // A retry cannot help when the file itself is at fault.
      if (!(error instanceof CallError && error.fields.file)) setFailed(file)
    } finally {
      setProgress(undefined)
    }
  }
  return {
    progress,
    problem,
    start,
    cancel: () => running.current?.abort(),
    retry: failed && (() => void start(failed)),
  }
}

function RemoveButton({ place, name }: { place: PicturePlace; name: string }) {
  const [isAsking, setAsking] = useState(false)
  const { mutateAsync: remove } = useRemovePicture()
  const confirm = async () => {
    try {
      await remove(place)
      setAsking(false)
      showToast({ title: 'Bilden är borttagen', tone: 'success' })
    } catch (error) {
      showFailure('Kunde inte ta bort bilden', error)
    }
  }
  return (
    <>
      <Button onPress={() => setAsking(true)} accessibleName={`Ta bort, ${name}`}>
        Ta bort
      </Button>
      <ConfirmDialog
        title="Ta bort bilden?"
        text="Den försvinner direkt, överallt där den visas."
        confirmLabel="Ta bort bilden"
        isDanger
        isOpen={isAsking}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
