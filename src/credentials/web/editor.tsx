import { zodResolver } from '@hookform/resolvers/zod'
import { Eye, EyeOff } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Button } from '#lib/ui/button.tsx'
import { ErrorState } from '#lib/ui/error-state.tsx'
import { Form, FormActions } from '#lib/ui/form.tsx'
import { TextArea } from '#lib/ui/text-area.tsx'
import { showToast } from '#lib/ui/toast.tsx'
import { useUnsavedWarning } from '#lib/ui/unsaved-warning.tsx'
import { CallError } from '#lib/web/call.ts'
import { messageOf, putFieldErrors } from '#lib/web/forms.ts'
import { ARCHIVED, type Credentials, CredentialsText, UNREADABLE } from '../credentials.contract.ts'
import { useVault } from './credentials.api.ts'
import { useIdle } from './idle.ts'
import { StandingText } from './standing-text.tsx'

const ConfirmDialog = lazy(() => import('#lib/ui/confirm-dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))
const Values = z.object({ text: CredentialsText })

/**
 * The text, hidden until somebody asks for it and again when nobody has touched anything for a minute. What is hidden is
 * not in the page; what was written and not saved is kept in memory until it is shown again.
 */
export function Editor({ customerId, isArchived }: { customerId: string; isArchived: boolean }) {
  const vault = useVault(customerId)
  const form = useForm({ resolver: zodResolver(Values), defaultValues: { text: '' } })
  const { isDirty, isSubmitting } = form.formState
  const [opened, setOpened] = useState<Credentials>()
  const [standing, setStanding] = useState<Credentials>()
  const [isShown, setShown] = useState(false)
  const [isOpening, setOpening] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [toClear, setToClear] = useState(false)
  const warning = useUnsavedWarning(isDirty && !isSubmitting)

  const forget = () => {
    form.reset({ text: '' })
    setOpened(undefined)
    setStanding(undefined)
  }
  const hide = () => {
    setShown(false)
    if (!form.formState.isDirty) forget()
  }
  useIdle(isShown && !isSubmitting, () => {
    setToClear(false)
    hide()
  })

  const take = (credentials: Credentials) => {
    form.reset({ text: credentials.text })
    setOpened(credentials)
    setStanding(undefined)
  }
  const show = async () => {
    if (isDirty) return setShown(true)
    setOpening(true)
    setFailure(undefined)
    try {
      take(await vault.read())
      setShown(true)
    } catch (error) {
      setFailure(error)
    }
    setOpening(false)
  }
  const save = async (text: string) => {
    if (!opened) return
    try {
      const { version, savedBy, savedAt } = await vault.save({ text, version: (standing ?? opened).version })
      take({ text, version, savedBy, savedAt })
      showToast({ title: 'Information sparad och krypterad!', tone: 'success' })
    } catch (error) {
      if (error instanceof CallError && error.code === 'conflict') setStanding(error.current as Credentials)
      if (!putFieldErrors(form, error))
        showToast({ title: 'Kunde inte spara information', text: messageOf(error), tone: 'error' })
    }
  }
  const submit = ({ text }: { text: string }) => {
    if (text === '' && (standing ?? opened)?.text !== '') return setToClear(true)
    return save(text)
  }

  if (failure) {
    return (
      <ErrorState title={UNREADABLE} text={messageOf(failure)} onRetry={() => void show()} isRetrying={isOpening} />
    )
  }
  if (!isShown || !opened) {
    return (
      <Hidden hasUnsaved={isDirty} isOpening={isOpening} onShow={() => void show()}>
        {warning}
      </Hidden>
    )
  }
  return (
    <>
      {standing && <StandingText standing={standing} onTake={() => take(standing)} />}
      <Form form={form} onSubmit={submit} label="Teknisk information">
        <TextArea
          control={form.control}
          name="text"
          label="Inloggningar, nätverk, licenser och annat tekniskt"
          rows={15}
          isCode
          isReadOnly={isArchived}
          {...(isArchived && { hint: ARCHIVED })}
        />
        <FormActions>
          {!isArchived && (
            <Button type="submit" variant="primary" isBusy={isSubmitting} busyText="Sparar">
              Spara
            </Button>
          )}
          <Button icon={EyeOff} onPress={hide}>
            Dölj
          </Button>
        </FormActions>
      </Form>
      {warning}
      {toClear && (
        <Suspense fallback={null}>
          <ConfirmDialog
            isOpen
            isDanger
            title="Töm den tekniska informationen?"
            text="Det som står nu finns kvar bland tidigare versioner och kan återställas."
            confirmLabel="Töm"
            onConfirm={async () => {
              await save('')
              setToClear(false)
            }}
            onClose={() => setToClear(false)}
          />
        </Suspense>
      )}
    </>
  )
}

type HiddenProps = { hasUnsaved: boolean; isOpening: boolean; onShow: () => void; children: ReactNode }

function Hidden({ hasUnsaved, isOpening, onShow, children }: HiddenProps) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-md border border-line border-dashed bg-sunken px-6 py-12 text-center">
      <p aria-hidden="true" className="text-lg text-ink-faint tracking-widest">
        ••••••••••••
      </p>
      <p className="max-w-prose text-ink-soft" role="status">
        {hasUnsaved
          ? 'Texten är dold. Du har ändringar som inte är sparade: visa texten för att spara dem.'
          : 'Texten är dold. Varje visning antecknas.'}
      </p>
      <Button variant="primary" icon={Eye} onPress={onShow} isBusy={isOpening} busyText="Hämtar">
        Visa
      </Button>
      {children}
    </div>
  )
}
