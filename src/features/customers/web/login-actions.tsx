import ShieldOff from 'lucide-react/icons/shield-off'
import { sendLink } from '#features/auth/web/link-to-give.tsx'
import { useIsAdmin } from '#features/auth/web/me.ts'
import { readableAddress } from '#shared/email.rules.ts'
import { ActionMenu } from '#shared/ui/action-menu.tsx'
import { Button, type ButtonProps } from '#shared/ui/button.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { attempt } from '#shared/ui/failure-toast.ts'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import type { Customer } from '../customers.contract.ts'
import type { PortalLogin } from '../logins.contract.ts'
import { useNewLink, useReopen, useRevoke } from './logins.api.ts'
import { recoverableRights } from './rights-recovery.ts'

const LoginRightsDialog = lazyPart(() => import('./login-rights.dialog.tsx').then((m) => m.LoginRightsDialog))
const ResetLoginFactorsDialog = lazyPart(() =>
  import('./reset-login-factors.dialog.tsx').then((m) => m.ResetLoginFactorsDialog),
)
const LoginPasswordDialog = lazyPart(() => import('./login-password.dialog.tsx').then((m) => m.LoginPasswordDialog))

type Props = { customer: Customer; login: PortalLogin }

/** Actions on one login: send a new link, set a password (administrators), deactivate and reactivate. */
export function LoginActions({ customer, login }: Props) {
  const [dialog, setDialog] = useTransitionState<'revoke' | 'password'>()
  const [rights, setRights] = useTransitionState<PortalLogin | undefined>(recoverableRights(login))
  const { newLink, revoke, reopen } = useLoginActions({ customer, login })
  const passwordDisabledReason = useIsAdmin() ? undefined : 'Bara administratörer kan byta lösenord åt en kund'
  const linkDisabledReason =
    customer.archivedAt === null ? undefined : 'Kunden är arkiverad, och portalen är stängd för den'
  const close = () => setDialog(undefined)
  const about = readableAddress(login.email)
  if (login.isRevoked) {
    return (
      <RowButton about={about} isPending={reopen.isPending} onPress={() => void reopen.run()}>
        Öppna igen
      </RowButton>
    )
  }
  return (
    <>
      <RowButton
        about={about}
        isPending={newLink.isPending}
        onPress={() => void newLink.run()}
        disabledReason={linkDisabledReason}
      >
        Ny länk
      </RowButton>
      <RowButton about={about} onPress={() => setRights(login)}>
        Rättigheter
      </RowButton>
      <RowButton about={about} onPress={() => setDialog('password')} disabledReason={passwordDisabledReason}>
        Nytt lösenord
      </RowButton>
      <RowButton about={about} onPress={() => setDialog('revoke')}>
        Återkalla
      </RowButton>
      {login.factorTypes.length > 0 && <MoreActions customer={customer} login={login} />}
      {rights && <LoginRightsDialog customerId={customer.id} login={rights} onClose={() => setRights(undefined)} />}
      {dialog === 'password' && <LoginPasswordDialog customerId={customer.id} login={login} onClose={close} />}
      {dialog === 'revoke' && <RevokeDialog who={about} onConfirm={() => revoke.run().then(close)} onClose={close} />}
    </>
  )
}

/** Seldom needed, and only for a login that has a second factor. */
function MoreActions({ customer, login }: Props) {
  const about = readableAddress(login.email)
  const [isAsking, setAsking] = useTransitionState(false)
  const disabledReason = useIsAdmin() ? undefined : 'Bara administratörer kan återställa tvåstegsinloggningen'
  return (
    <>
      <ActionMenu
        label={`Fler åtgärder för ${about}`}
        actions={[
          {
            label: 'Återställ tvåstegsinloggning',
            accessibleName: `Återställ tvåstegsinloggning: ${about}`,
            icon: ShieldOff,
            onPress: () => setAsking(true),
            disabledReason,
          },
        ]}
      />
      {isAsking && <ResetLoginFactorsDialog customerId={customer.id} login={login} onClose={() => setAsking(false)} />}
    </>
  )
}

type RowButtonProps = Pick<ButtonProps, 'onPress' | 'isPending' | 'disabledReason'> & {
  about: string
  children: string
}

const RowButton = ({ about, children, ...button }: RowButtonProps) => (
  <Button size="sm" variant="quiet" accessibleName={`${children}: ${about}`} {...button}>
    {children}
  </Button>
)

/** Each shows its outcome. They use mutateAsync, because callbacks of mutate() are dropped when the button unmounts, as it does here. */
function useLoginActions({ customer, login }: Props) {
  const params = { id: customer.id, userId: login.id }
  const [newLink, revoke, reopen] = [useNewLink(), useRevoke(), useReopen()]
  return {
    newLink: {
      isPending: newLink.isPending,
      run: () => sendLink(login.email, () => newLink.mutateAsync(params)),
    },
    revoke: {
      run: () =>
        attempt('Kunde inte återkalla inloggningen', () => revoke.mutateAsync(params), 'Inloggning återkallad'),
    },
    reopen: {
      isPending: reopen.isPending,
      run: () => attempt('Kunde inte öppna inloggningen', () => reopen.mutateAsync(params), 'Inloggning öppnad igen'),
    },
  }
}

type RevokeProps = { who: string; onConfirm: () => Promise<void>; onClose: () => void }

const RevokeDialog = ({ who, onConfirm, onClose }: RevokeProps) => (
  <ConfirmDialog
    isOpen
    isDanger
    title="Återkalla inloggning"
    text={
      <>
        <p>{who} loggas ut direkt och kommer inte in i portalen igen förrän du öppnar inloggningen.</p>
        <p className="mt-2">Ärenden och kommentarer finns kvar.</p>
      </>
    }
    confirmLabel="Återkalla"
    onConfirm={onConfirm}
    onClose={onClose}
  />
)
