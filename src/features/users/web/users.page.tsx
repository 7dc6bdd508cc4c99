import { useQuery } from '@tanstack/react-query'
import UserPlus from 'lucide-react/icons/user-plus'
import { factorsText } from '#features/auth/web/login-factors.ts'
import { useIsAdmin, useMe } from '#features/auth/web/me.ts'
import { roleLabel } from '#shared/roles.rules.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { Button } from '#shared/ui/button.tsx'
import { EmailText } from '#shared/ui/email-text.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { formatDate } from '#shared/ui/format.ts'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { Link } from '#shared/ui/link.tsx'
import { Page } from '#shared/ui/page.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { type Column, Table } from '#shared/ui/table.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { hasFormSnapshot } from '#shared/web/form-recovery.ts'
import type { User } from '../users.contract.ts'
import type { RemainingPart } from './deactivate.dialog.tsx'
import { UserActions } from './user-actions.tsx'
import { useUserPermissions } from './user-permissions.ts'
import { NEW_USER_KEY } from './user-recovery.ts'
import { usersQuery } from './users.api.ts'

const NewUserDialog = lazyPart(() => import('./new-user.dialog.tsx').then((m) => m.NewUserDialog))

/** `Remaining` says what remains with a person who is about to be deactivated, of features that this one does not know. */
export function UsersPage({ Remaining }: { Remaining: RemainingPart }) {
  const { data: users, isError, error, refetch, isRefetching } = useQuery(usersQuery)
  const { userId } = useMe()
  const isAdmin = useIsAdmin()
  const [isAdding, setAdding] = useTransitionState(hasFormSnapshot(NEW_USER_KEY))
  const disabledReason = useUserPermissions()
  const add = (
    <Button variant="primary" icon={UserPlus} onPress={() => setAdding(true)} disabledReason={disabledReason}>
      Ny användare
    </Button>
  )
  return (
    <Page title="Användare" lead="De som arbetar här, och vad de får göra" action={add}>
      {isError && !users ? (
        <QueryError title="Kunde inte hämta användare" query={{ error, refetch, isRefetching }} />
      ) : (
        <Table
          label="Användare"
          columns={columnsFor(userId).filter(({ key }) => isAdmin || key !== 'factors')}
          rows={users}
          rowKey={({ id }) => id}
          loadingText="Laddar användare …"
          stacksBelow="lg"
          actions={(user) => <UserActions user={user} Remaining={Remaining} />}
          empty={<EmptyState title="Inga användare ännu" text="Lägg till den första." action={add} />}
        />
      )}
      {isAdding && <NewUserDialog onClose={() => setAdding(false)} />}
    </Page>
  )
}

const columnsFor = (ownId: string): readonly Column<User>[] => [
  {
    key: 'fullName',
    header: 'Namn',
    cell: ({ id, fullName }) => (id === ownId ? `${fullName} (du)` : fullName),
    onPhone: 'title',
    grows: true,
    width: 'w-[40%]',
  },
  {
    key: 'email',
    header: 'E-post',
    cell: ({ email }) => (
      <Link to={`mailto:${email}`} isQuiet>
        <EmailText email={email} />
      </Link>
    ),
    grows: true,
    width: 'w-[60%]',
  },
  { key: 'role', header: 'Roll', cell: ({ role }) => role && roleLabel(role), width: 'w-36' },
  { key: 'createdAt', header: 'Skapad', cell: ({ createdAt }) => formatDate(createdAt), width: 'w-32' },
  {
    key: 'factors',
    header: 'Tvåstegsinloggning',
    cell: ({ factorTypes, factorSince }) => factorsText({ factorTypes: factorTypes ?? [], factorSince }) || 'Saknas',
    width: 'w-60',
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ isActive }) => (
      <Badge variant={isActive ? 'secondary' : 'outline'} emphasis={isActive ? 'quiet' : 'normal'}>
        {isActive ? 'Aktiv' : 'Inaktiv'}
      </Badge>
    ),
    width: 'w-28',
  },
]
