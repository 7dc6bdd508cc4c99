import KeyRound from 'lucide-react/icons/key-round'
import Link2 from 'lucide-react/icons/link-2'
import Pencil from 'lucide-react/icons/pencil'
import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldOff from 'lucide-react/icons/shield-off'
import UserCheck from 'lucide-react/icons/user-check'
import UserX from 'lucide-react/icons/user-x'
import { sendLink } from '#features/auth/web/link-to-give.tsx'
import { useMe } from '#features/auth/web/me.ts'
import { ActionMenu, type MenuAction } from '#shared/ui/action-menu.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import type { User } from '../users.contract.ts'
import type { RemainingPart } from './deactivate.dialog.tsx'
import { useUserPermissions } from './user-permissions.ts'
import { recoverableDialog } from './user-recovery.ts'
import { useReactivate, useUserLink } from './users.api.ts'

const dialogs = {
  role: lazyPart(() => import('./role.dialog.tsx').then((m) => m.RoleDialog)),
  password: lazyPart(() => import('./user-password.dialog.tsx').then((m) => m.UserPasswordDialog)),
  change: lazyPart(() => import('./change-user.dialog.tsx').then((m) => m.ChangeUserDialog)),
  resetFactors: lazyPart(() => import('./reset-user-factors.dialog.tsx').then((m) => m.ResetUserFactorsDialog)),
  deactivate: lazyPart(() => import('./deactivate.dialog.tsx').then((m) => m.DeactivateDialog)),
}

/** The actions on a member of staff; only administrators have any beyond changing the own password. */
export function UserActions({ user, Remaining }: { user: User; Remaining: RemainingPart }) {
  const [open, setOpen] = useTransitionState<keyof typeof dialogs | undefined>(recoverableDialog(user.id))
  const disabledReason = useUserPermissions()
  const link = useLinkAction(user)
  const activity = useActivityAction(user, () => setOpen('deactivate'))
  const password = usePasswordAction(user, () => setOpen('password'))
  const reset = useResetAction(user, () => setOpen('resetFactors'))
  const { fullName } = user
  const Dialog = open && dialogs[open]
  return (
    <>
      <IconButton
        icon={Pencil}
        label={`Ändra ${fullName}`}
        tooltip="Ändra"
        onPress={() => setOpen('change')}
        disabledReason={disabledReason}
      />
      <ActionMenu
        label={`Fler åtgärder för ${fullName}`}
        actions={[
          {
            label: 'Byt roll',
            accessibleName: `Byt roll för ${fullName}`,
            icon: ShieldCheck,
            onPress: () => setOpen('role'),
            disabledReason,
          },
          password,
          ...(link ? [link] : []),
          ...(reset ? [reset] : []),
          activity,
        ]}
      />
      {Dialog && <Dialog user={user} Remaining={Remaining} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function usePasswordAction({ id, fullName, isActive }: User, onPress: () => void): MenuAction {
  const isSelf = useMe().userId === id
  const notAllowed = useUserPermissions()
  if (isSelf) return { label: 'Byt ditt lösenord', icon: KeyRound, to: '/nytt-losenord' }
  const inactive = isActive ? undefined : 'Användaren är inaktiv. Aktivera den först.'
  return {
    label: 'Byt lösenord',
    accessibleName: `Byt lösenord för ${fullName}`,
    icon: KeyRound,
    onPress,
    disabledReason: notAllowed ?? inactive,
  }
}

/** Mails a link for choosing a password, or shows it when there is no mail server; not to oneself. */
function useLinkAction({ id, fullName, email, isActive }: User): MenuAction | undefined {
  const { mutateAsync, isPending } = useUserLink()
  const disabledReason = useUserPermissions()
  const isSelf = useMe().userId === id
  if (isSelf || !isActive) return undefined
  return {
    label: 'Ny länk',
    accessibleName: `Ny länk till ${fullName}`,
    icon: Link2,
    onPress: () => void sendLink(email, () => mutateAsync({ id })),
    isPending,
    disabledReason,
  }
}

/** Removes the second factors of another person who has some. */
function useResetAction({ id, fullName, isActive, factorTypes }: User, onPress: () => void): MenuAction | undefined {
  const disabledReason = useUserPermissions()
  const isSelf = useMe().userId === id
  if (isSelf || !isActive || !factorTypes || factorTypes.length === 0) return undefined
  return {
    label: 'Återställ tvåstegsinloggning',
    accessibleName: `Återställ tvåstegsinloggning för ${fullName}`,
    icon: ShieldOff,
    onPress,
    disabledReason,
  }
}

/** Deactivates an active user, and activates an inactive one. */
function useActivityAction({ id, fullName, isActive }: User, onDeactivate: () => void): MenuAction {
  const { mutateAsync, isPending } = useReactivate()
  const notAllowed = useUserPermissions()
  const isSelf = useMe().userId === id
  if (isActive)
    return {
      label: 'Inaktivera',
      accessibleName: `Inaktivera ${fullName}`,
      icon: UserX,
      isDanger: true,
      onPress: onDeactivate,
      disabledReason:
        notAllowed ?? (isSelf ? 'Du kan inte inaktivera dig själv. Be en annan administratör.' : undefined),
    }
  // Awaited: callbacks of mutate() are not called after unmounting.
  const reactivate = () =>
    attempt('Kunde inte aktivera användaren', () => mutateAsync({ id }), 'Användare aktiverad igen')
  return {
    label: 'Aktivera',
    accessibleName: `Aktivera ${fullName}`,
    icon: UserCheck,
    onPress: () => void reactivate(),
    isPending,
    disabledReason: notAllowed,
  }
}
