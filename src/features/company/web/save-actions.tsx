import { Button } from '#shared/ui/button.tsx'
import { FormActions } from '#shared/ui/form.tsx'

type Props = { isSaving: boolean; hasConflict: boolean; what: string }

/** A section's save button. */
export function SaveActions({ isSaving, hasConflict, what }: Props) {
  return (
    <FormActions>
      <Button
        type="submit"
        variant="primary"
        isPending={isSaving}
        pendingText="Sparar..."
        accessibleName={hasConflict ? `Spara min version av ${what}` : `Spara ${what}`}
      >
        {hasConflict ? 'Spara min version' : 'Spara'}
      </Button>
    </FormActions>
  )
}
