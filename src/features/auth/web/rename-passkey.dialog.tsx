import { FormDialog } from '#shared/ui/form-dialog.tsx'
import { FormFailure } from '#shared/ui/form-failure.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import type { Passkey } from '../passkeys.contract.ts'
import { FactorNameField, useFactorName } from './factor-name.tsx'
import { useRenamePasskey } from './passkeys.api.ts'

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { mutateAsync } = useRenamePasskey(passkey.id)
  const { form, submit } = useFactorName({
    name: passkey.friendly_name,
    failed: 'Kunde inte byta namn',
    save: async (name) => {
      await mutateAsync(name)
      showToast({ title: 'Namnet är sparat', tone: 'success' })
      onClose()
    },
  })
  return (
    <FormDialog title="Byt namn på passkey" form={form} onSubmit={submit} onClose={onClose}>
      <FactorNameField control={form.control} />
      <FormFailure control={form.control} />
    </FormDialog>
  )
}
