import { Button } from '#shared/ui/button.tsx'
import { FormActions } from '#shared/ui/form.tsx'

type Props = { isDirty: boolean; isSaving: boolean; hasConflict: boolean; what: string }

/** A section's save button, highlighted when there are changes. */
export function SaveActions({ isDirty, isSaving, hasConflict, what }: Props) {
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
