import { Button } from '#lib/ui/button.tsx'
import { FormActions } from '#lib/ui/form.tsx'

export const FOR_ADMINS = 'Bara administratörer kan ändra inställningar'

type Props = { isAdmin: boolean; isDirty: boolean; isSaving: boolean; hasConflict: boolean; what: string }

/** A section's save button, highlighted when there are changes; disabled with a reason for technicians. */
export function SaveActions({ isAdmin, isDirty, isSaving, hasConflict, what }: Props) {
  if (!isAdmin)
    return (
      <div className="flex pt-2">
        <Button disabledReason={FOR_ADMINS} accessibleName={`Spara ${what}`}>
          Spara
        </Button>
      </div>
    )
  return (
    <FormActions>
      <Button
        type="submit"
        variant={isDirty ? 'primary' : 'secondary'}
        isBusy={isSaving}
        busyText="Sparar..."
        accessibleName={hasConflict ? `Spara min version av ${what}` : `Spara ${what}`}
      >
        {hasConflict ? 'Spara min version' : 'Spara'}
      </Button>
    </FormActions>
  )
}
