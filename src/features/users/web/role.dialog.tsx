import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useMe } from '#features/auth/web/me.ts'
import { isAdmin } from '#shared/roles.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { Dialog, DialogActions, DialogCancel } from '#shared/ui/dialog.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { RadioGroupInput } from '#shared/ui/radio-group.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { Role, type User } from '../users.contract.ts'
import { roleChoices } from './user-choices.ts'
import { changeRoleKey } from './user-recovery.ts'
import { useChangeRole } from './users.api.ts'

/** Changes a role; administrators must confirm when they remove their own, as they cannot restore it. */
export function RoleDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const isSelf = useMe().userId === user.id
  const form = useForm({ defaultValues: { role: user.role } })
  useFormRecovery(form, { key: changeRoleKey(user.id) })
  const chosen = useWatch({ control: form.control, name: 'role' })
  const [isConfirming, setConfirming] = useState(false)
  const { mutateAsync: change, isPending } = useChangeRole()
  const save = async () => {
    if (!chosen) return
    try {
      await change({ id: user.id, role: chosen })
      showToast({ title: 'Roll uppdaterad', tone: 'success' })
      onClose()
    } catch (error) {
      setConfirming(false)
      showFailure('Kunde inte uppdatera roll', error)
    }
  }
  if (isConfirming) return <OwnRoleQuestion onConfirm={save} onClose={() => setConfirming(false)} />
  const givesUpAdmin = isSelf && isAdmin(user) && !isAdmin({ role: chosen })
  return (
    <Dialog title="Byt roll" isOpen onClose={onClose} hasUnsaved={chosen !== user.role}>
      <div className="flex flex-col gap-4">
        <RadioGroupInput
          label={`Roll för ${user.fullName}`}
          value={chosen ?? ''}
          onChange={(value) => form.setValue('role', Role.parse(value))}
          choices={roleChoices}
        />
        <DialogActions>
          <DialogCancel />
          <Button
            variant="primary"
            isPending={isPending}
            pendingText="Sparar..."
            isDisabled={chosen === user.role}
            onPress={() => (givesUpAdmin ? setConfirming(true) : void save())}
          >
            Spara rollen
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}

const OwnRoleQuestion = ({ onConfirm, onClose }: { onConfirm: () => Promise<void>; onClose: () => void }) => (
  <ConfirmDialog
    isOpen
    isDanger
    title="Byta din egen roll?"
    text="Du är inte längre administratör när du sparar. Bara en annan administratör kan ge dig rollen tillbaka."
    confirmLabel="Byt min roll"
    onConfirm={onConfirm}
    onClose={onClose}
  />
)
