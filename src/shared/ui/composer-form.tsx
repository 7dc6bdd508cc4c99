import { type ReactNode, useRef, useState } from 'react'
import { CallError } from '../web/call.ts'
import { messageOf } from '../web/forms.ts'
import { submitOnShortcut } from './submit-on-shortcut.ts'
import { dismissErrors, showToast, useToastsAtTop } from './toast.tsx'

type Props = {
  label: string
  isEmpty: boolean
  onSend: () => Promise<void>
  /** Ways to send of Ctrl+Shift+Enter and Alt+Enter. */
  onShiftEnter?: (() => Promise<void>) | undefined
  onAltEnter?: (() => Promise<void>) | undefined
  className: string
  children: ReactNode
}

/** The form of a composer: Ctrl+Enter sends, and an empty text is not sent. Escape leaves the text. */
export function ComposerForm({ label, isEmpty, onSend, onShiftEnter, onAltEnter, className, children }: Props) {
  useToastsAtTop()
  return (
    <form
      aria-label={label}
      noValidate
      onKeyDown={(event) => {
        if (event.key === 'Escape' && event.target instanceof HTMLTextAreaElement) event.target.blur()
        const { key, altKey, shiftKey, ctrlKey, metaKey } = event
        const withShift = shiftKey && (ctrlKey || metaKey) ? onShiftEnter : undefined
        const sendOtherwise = key === 'Enter' ? (altKey ? onAltEnter : withShift) : undefined
        if (!sendOtherwise) return submitOnShortcut(event)
        event.preventDefault()
        if (!isEmpty) void sendOtherwise()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) void onSend()
      }}
      className={`print:hidden ${className}`}
    >
      {children}
    </form>
  )
}

/**
 * Runs attempts to send. On failure keeps the messages of the error and of its fields, `errorOf('time')` also of 'time.from', shows
 * `failureText` as a toast, and focuses the field.
 */
export function useSendAttempt(failureText: string) {
  const [failure, setFailure] = useState<string>()
  const [fields, setFields] = useState<CallError['fields']>({})
  const field = useRef<HTMLTextAreaElement>(null)
  const attempt = async (send: () => Promise<void>) => {
    dismissErrors()
    setFailure(undefined)
    setFields({})
    try {
      await send()
    } catch (error) {
      setFailure(messageOf(error))
      setFields(error instanceof CallError ? error.fields : {})
      showToast({ title: 'Fel', text: failureText, tone: 'error', isAtTop: true })
    }
    field.current?.focus()
  }
  const errorOf = (name: string) =>
    Object.entries(fields).find(([path]) => path === name || path.startsWith(`${name}.`))?.[1]
  return { failure, errorOf, field, attempt }
}

/** Shows why the last attempt failed; the text remains in the field. */
export const SendFailure = ({ message }: { message: string | undefined }) =>
  message && (
    <p role="alert" className="text-sm text-danger-ink">
      {message} Texten står kvar.
    </p>
  )
