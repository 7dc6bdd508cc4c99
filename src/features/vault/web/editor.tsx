import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { Button } from '#shared/ui/button.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Form, FormActions } from '#shared/ui/form.tsx'
import { TextArea } from '#shared/ui/text-area.tsx'
import { useUnsavedChangesPrompt } from '#shared/ui/unsaved-changes.ts'
import { messageOf } from '#shared/web/forms.ts'
import { ARCHIVED, type ReadingReason, UNREADABLE, type VaultState } from '../vault.contract.ts'
import { HiddenText, useReasonForm } from './hidden-text.tsx'
import { useIdle } from './idle.ts'
import { useOpenedText } from './opened-text.ts'
import { VaultConflict } from './vault-conflict.tsx'

type Props = { customerId: string; state: VaultState; suggestedReason: string }

/**
 * The text, hidden until the user opens it and again after a minute without input. A hidden text is not in the DOM; unsaved
 * changes stay in memory until it is opened again. If nothing is stored the area is open from the start.
 */
export function Editor({ customerId, state, suggestedReason }: Props) {
  const { isEmpty, isArchived } = state
  const text = useOpenedText(customerId, state)
  const { isDirty, failure } = text
  const [isVisible, setVisible] = useState(false)
  const reasonForm = useReasonForm(suggestedReason)
  const { isSubmitting: isOpening } = reasonForm.formState
  const isBlank = isEmpty && !isDirty
  if (isBlank && !isArchived && !isVisible) setVisible(true)
  useUnsavedChangesPrompt(isDirty)

  const hide = () => {
    setVisible(false)
    text.close()
  }
  // Also while a save waits: it may wait for a proof of somebody who has left.
  useIdle(isVisible && !isBlank, hide)
  const show = async ({ reason }: ReadingReason) => {
    if (isDirty) text.reopen()
    else if (!(await text.open(reason))) return
    setVisible(true)
  }

  if (failure) {
    const retry = () => void reasonForm.handleSubmit(show)()
    return <ErrorState title={UNREADABLE} text={messageOf(failure)} onRetry={retry} isRetrying={isOpening} />
  }
  return (
    <>
      {isVisible && text.opened ? (
        <VisibleText text={text} isArchived={isArchived} onHide={isBlank ? undefined : hide} />
      ) : isBlank ? (
        <EmptyState title="Inget är inskrivet" text={ARCHIVED} />
      ) : (
        <HiddenText form={reasonForm} hasUnsaved={isDirty} onShow={show} />
      )}
    </>
  )
}

type VisibleTextProps = {
  text: ReturnType<typeof useOpenedText>
  isArchived: boolean
  /** Undefined when nothing is stored, as there is nothing to hide. */
  onHide: (() => void) | undefined
}

function VisibleText({ text, isArchived, onHide }: VisibleTextProps) {
  const { form, isSubmitting, conflict, reset, save, isClearing } = text
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      {conflict && <VaultConflict current={conflict} onTake={() => reset(conflict)} />}
      <Form
        form={form}
        onSubmit={({ text }) => (isClearing(text) ? setConfirming(true) : save(text))}
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
          {onHide && (
            <Button icon={EyeOff} onPress={onHide}>
              Dölj
            </Button>
          )}
        </FormActions>
      </Form>
      {isConfirming && <ClearDialog onConfirm={() => save('')} onClose={() => setConfirming(false)} />}
    </>
  )
}

function ClearDialog({ onConfirm, onClose }: { onConfirm: () => Promise<void>; onClose: () => void }) {
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title="Töm den tekniska informationen?"
      text="Det som står nu finns kvar bland tidigare versioner och kan återställas."
      confirmLabel="Töm"
      onConfirm={() => onConfirm().then(onClose)}
      onClose={onClose}
    />
  )
}
