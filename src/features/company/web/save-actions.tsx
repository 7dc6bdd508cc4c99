import { Button } from '#shared/ui/button.tsx'
import { FormActions } from '#shared/ui/form.tsx'

type Props = {
  isSaving: boolean
  hasConflict: boolean
  what: string
  /** Where the page has another filled button, this one is only when there is something to save. */
  isDirty?: boolean
}

/** A section's save button. */
export function SaveActions({ isSaving, hasConflict, what, isDirty = true }: Props) {
  return (
    <FormActions>
      <Button
        type="submit"
        variant={isDirty ? 'primary' : 'secondary'}
        isPending={isSaving}
        pendingText="Sparar..."
        accessibleName={hasConflict ? `Spara min version av ${what}` : `Spara ${what}`}
      >
        {hasConflict ? 'Spara min version' : 'Spara'}
      </Button>
    </FormActions>
  )
}
