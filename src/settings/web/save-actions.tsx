import { Button } from '#lib/ui/button.tsx'
import { FormActions } from '#lib/ui/form.tsx'

export const FOR_ADMINS = 'Bara administratörer kan ändra inställningar'

type Props = { isAdmin: boolean; isSaving: boolean; hasConflict: boolean; what: string }

/** A section's save button; technicians see why it is off. */
export function SaveActions({ isAdmin, isSaving, hasConflict, what }: Props) {
  const label = hasConflict ? 'Spara min version' : 'Spara'
  return (
    <FormActions>
      <Button
        type="submit"
        variant="primary"
        isBusy={isSaving}
        busyText="Sparar..."
        disabledReason={isAdmin ? undefined : FOR_ADMINS}
        accessibleName={`${label} ${what}`}
      >
        {label}
      </Button>
    </FormActions>
  )
}
