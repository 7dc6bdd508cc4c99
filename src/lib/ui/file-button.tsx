import { FileUp } from 'lucide-react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Button, type ButtonProps } from './button.tsx'

export type FileButtonProps = Pick<ButtonProps, 'variant' | 'isBusy' | 'busyText'> & {
  children: string
  /** File name endings and types, like '.csv'. */
  accepts: readonly string[]
  onChoose: (file: File) => void
}

/** Chooses one file; the same one can be chosen again. */
export function FileButton({ children, accepts, onChoose, ...button }: FileButtonProps) {
  const choose = (files: FileList | null) => {
    const file = files?.[0]
    if (file) onChoose(file)
  }
  return (
    <FileTrigger acceptedFileTypes={accepts} onSelect={choose}>
      <Button icon={FileUp} {...button}>
        {children}
      </Button>
    </FileTrigger>
  )
}
