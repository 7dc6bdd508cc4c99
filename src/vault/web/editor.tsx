import { Eye, EyeOff } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#lib/ui/button.tsx'
import { ErrorState } from '#lib/ui/error-state.tsx'
import { Form, FormActions } from '#lib/ui/form.tsx'
import { TextArea } from '#lib/ui/text-area.tsx'
import { useUnsavedChangesPrompt } from '#lib/ui/unsaved-changes.tsx'
import { messageOf } from '#lib/web/forms.ts'
import { ARCHIVED, UNREADABLE } from '../vault.contract.ts'
import { useIdle } from './idle.ts'
import { useOpenedText } from './opened-text.ts'
import { VaultConflict } from './vault-conflict.tsx'

const ConfirmDialog = lazy(() => import('#lib/ui/confirm-dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

/**
 * The text, hidden until somebody asks for it and again when nobody has touched anything for a minute. What is hidden is
 * not in the page; what was written and not saved is kept in memory until it is shown again.
 */
export function Editor({ customerId, isArchived }: { customerId: string; isArchived: boolean }) {
  const text = useOpenedText(customerId)
  const { isDirty, isSubmitting, failure } = text
  const [isShown, setShown] = useState(false)
  const [isOpening, setOpening] = useState(false)
  const warning = useUnsavedChangesPrompt(isDirty && !isSubmitting)

  const hide = () => {
    setShown(false)
    text.letGo()
  }
  useIdle(isShown && !isSubmitting, hide)
  const show = async () => {
    setOpening(true)
    if (!isDirty) await text.open()
    setShown(true)
    setOpening(false)
  }

  if (failure) {
    return (
      <ErrorState title={UNREADABLE} text={messageOf(failure)} onRetry={() => void show()} isRetrying={isOpening} />
    )
  }
  return (
    <>
      {isShown && text.opened ? (
        <Shown text={text} isArchived={isArchived} onHide={hide} />
      ) : (
        <Hidden hasUnsaved={isDirty} isOpening={isOpening} onShow={() => void show()} />
      )}
      {warning}
    </>
  )
}

type ShownProps = { text: ReturnType<typeof useOpenedText>; isArchived: boolean; onHide: () => void }

function Shown({ text: { form, isSubmitting, standing, take, save, isClearing }, isArchived, onHide }: ShownProps) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      {standing && <VaultConflict standing={standing} onTake={() => take(standing)} />}
      <Form
        form={form}
        onSubmit={({ text }) => (isClearing(text) ? setAsked(true) : save(text))}
        label="Teknisk information"
      >
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
            <Button type="submit" variant="primary" isPending={isSubmitting} pendingText="Sparar">
              Spara
            </Button>
          )}
          <Button icon={EyeOff} onPress={onHide}>
            Dölj
          </Button>
        </FormActions>
      </Form>
      {isAsked && <ClearDialog onConfirm={() => save('')} onClose={() => setAsked(false)} />}
    </>
  )
}

function ClearDialog({ onConfirm, onClose }: { onConfirm: () => Promise<void>; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        isOpen
        isDanger
        title="Töm den tekniska informationen?"
        text="Det som står nu finns kvar bland tidigare versioner och kan återställas."
        confirmLabel="Töm"
        onConfirm={() => onConfirm().then(onClose)}
        onClose={onClose}
      />
    </Suspense>
  )
}

type HiddenProps = { hasUnsaved: boolean; isOpening: boolean; onShow: () => void }

function Hidden({ hasUnsaved, isOpening, onShow }: HiddenProps) {
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
      <Button variant="primary" icon={Eye} onPress={onShow} isPending={isOpening} pendingText="Hämtar">
        Visa
      </Button>
    </div>
  )
}
