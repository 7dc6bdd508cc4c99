import KeyRound from 'lucide-react/icons/key-round'
import Link2 from 'lucide-react/icons/link-2'
import Pencil from 'lucide-react/icons/pencil'
import ShieldCheck from 'lucide-react/icons/shield-check'
import UserCheck from 'lucide-react/icons/user-check'
import UserX from 'lucide-react/icons/user-x'
import { useNavigate } from 'react-router'
import { sendLink } from '#features/auth/web/link-to-give.tsx'
import { useMe } from '#features/auth/web/me.ts'
import { attempt } from '#shared/ui/failure-toast.ts'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import type { User } from '../users.contract.ts'
import { useUserPermissions } from './user-permissions.ts'
import { recoverableDialog } from './user-recovery.ts'
import { useReactivate, useUserLink } from './users.api.ts'

const dialogs = {
  role: lazyPart(() => import('./role.dialog.tsx').then((m) => m.RoleDialog)),
  password: lazyPart(() => import('./user-password.dialog.tsx').then((m) => m.UserPasswordDialog)),
  change: lazyPart(() => import('./change-user.dialog.tsx').then((m) => m.ChangeUserDialog)),
  deactivate: lazyPart(() => import('./deactivate.dialog.tsx').then((m) => m.DeactivateDialog)),
}

/** The actions on a member of staff; only administrators have any beyond changing the own password. */
export function UserActions({ user }: { user: User }) {
  const [open, setOpen] = useTransitionState<keyof typeof dialogs | undefined>(recoverableDialog(user.id))
  const isSelf = useMe().userId === user.id
  const navigate = useNavigate()
  const disabledReason = useUserPermissions()
  const { fullName, isActive } = user
  const Dialog = open && dialogs[open]
  const passwordDisabledReason = isActive
    ? disabledReason
    : (disabledReason ?? 'Användaren är inaktiv. Aktivera den först.')
  return (
    <>
      <IconButton
        icon={Pencil}
        label={`Ändra ${fullName}`}
        tooltip="Ändra"
        onPress={() => setOpen('change')}
        disabledReason={disabledReason}
      />
      <IconButton
        icon={ShieldCheck}
        label={`Byt roll för ${fullName}`}
        tooltip="Byt roll"
        onPress={() => setOpen('role')}
        disabledReason={disabledReason}
      />
      <IconButton
        icon={KeyRound}
        label={isSelf ? 'Byt ditt lösenord' : `Byt lösenord för ${fullName}`}
        tooltip={isSelf ? 'Byt ditt lösenord' : 'Byt lösenord'}
        onPress={() => (isSelf ? void navigate('/nytt-losenord') : setOpen('password'))}
        disabledReason={isSelf ? undefined : passwordDisabledReason}
      />
      {!isSelf && isActive && <LinkButton user={user} />}
      {isActive ? (
        <DeactivateButton user={user} isSelf={isSelf} onPress={() => setOpen('deactivate')} />
      ) : (
        <ReactivateButton user={user} />
      )}
      {Dialog && <Dialog user={user} onClose={() => setOpen(undefined)} />}
    </>
  )
}

/** Mails a link for choosing a password, or shows it when there is no mail server. */
function LinkButton({ user: { id, fullName, email } }: { user: User }) {
  const { mutateAsync, isPending } = useUserLink()
  return (
    <IconButton
      icon={Link2}
      label={`Ny länk till ${fullName}`}
      tooltip="Ny länk"
      onPress={() => void sendLink(email, () => mutateAsync({ id }))}
      isPending={isPending}
      disabledReason={useUserPermissions()}
    />
  )
}

type DeactivateProps = { user: User; isSelf: boolean; onPress: () => void }

function DeactivateButton({ user: { fullName }, isSelf, onPress }: DeactivateProps) {
  const disabledReason = useUserPermissions()
  return (
    <IconButton
      icon={UserX}
      label={`Inaktivera ${fullName}`}
      tooltip="Inaktivera"
      tone="danger"
      onPress={onPress}
      disabledReason={
        disabledReason ?? (isSelf ? 'Du kan inte inaktivera dig själv. Be en annan administratör.' : undefined)
      }
    />
  )
}

function ReactivateButton({ user: { id, fullName } }: { user: User }) {
  const { mutateAsync, isPending } = useReactivate()
  // Awaited: callbacks of mutate() are not called after unmounting, and success unmounts this button.
  const reactivate = () =>
    attempt('Kunde inte aktivera användaren', () => mutateAsync({ id }), 'Användare aktiverad igen')
  return (
    <IconButton
      icon={UserCheck}
      label={`Aktivera ${fullName}`}
      tooltip="Aktivera"
      onPress={() => void reactivate()}
      isPending={isPending}
      disabledReason={useUserPermissions()}
    />
  )
}
