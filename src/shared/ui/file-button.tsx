import FileUp from 'lucide-react/icons/file-up'
import { type ChangeEvent, useRef } from 'react'
import { Button, type ButtonProps } from './button.tsx'

export type FileButtonProps = Pick<ButtonProps, 'variant' | 'isPending' | 'pendingText' | 'accessibleName'> & {
  children: string
  /** File name endings and types, like '.csv'. */
  accepts: readonly string[]
  onChoose: (file: File) => void
}

/** Chooses one file; the same file can be chosen twice in a row. */
export function FileButton({ children, accepts, onChoose, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    if (file) onChoose(file)
    currentTarget.value = ''
  }
  return (
    <>
      <input ref={input} type="file" hidden accept={accepts.join(',')} onChange={choose} />
      <Button icon={FileUp} {...button} onPress={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}
