import UserPlus from 'lucide-react/icons/user-plus'
import type { ReactNode } from 'react'
import { factorKindsText } from '#features/auth/web/login-factors.ts'
import { Badge } from '#shared/ui/badge.tsx'
import { Button } from '#shared/ui/button.tsx'
import { EmailText } from '#shared/ui/email-text.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { formatDate, formatDateTime } from '#shared/ui/format.ts'
import { type Column, Table } from '#shared/ui/table.tsx'
import type { Customer } from '../customers.contract.ts'
import type { PortalLogin } from '../logins.contract.ts'
import { portalRights, rightText } from '../portal-rights.rules.ts'
import { useInvitation } from './invitation.tsx'
import { LoginActions } from './login-actions.tsx'

const columns: readonly Column<PortalLogin>[] = [
  {
    key: 'email',
    header: 'E-post',
    cell: ({ email }) => <EmailText email={email} />,
    onPhone: 'title',
    grows: true,
    width: 'w-[40%]',
  },
  { key: 'name', header: 'Namn', cell: ({ fullName }) => fullName, grows: true, width: 'w-[30%]' },
  { key: 'invited', header: 'Inbjuden', cell: ({ invitedAt }) => formatDate(invitedAt), width: 'w-28' },
  {
    key: 'seen',
    header: 'Senast inloggad',
    cell: ({ lastSeenAt }) => lastSeenAt && formatDateTime(lastSeenAt),
    width: 'w-40',
  },
  {
    key: 'sees',
    header: portalRights.seesCompany.label,
    cell: ({ seesCompany }) => rightText('seesCompany', seesCompany),
    width: 'w-32',
  },
  { key: 'status', header: 'Status', cell: statusOf, width: 'w-40' },
]

function statusOf({ isRevoked, hasPassword, factorTypes }: PortalLogin): ReactNode {
  if (isRevoked) return <Badge variant="outline">Återkallad</Badge>
  return (
    <>
      <Badge variant="secondary">{hasPassword ? 'Aktiv' : 'Saknar lösenord'}</Badge>
      {factorTypes.length > 0 && (
        <span className="block text-ink-soft text-sm">Tvåsteg: {factorKindsText({ factorTypes })}</span>
      )}
    </>
  )
}

/** A customer's portal logins and the actions on them. */
export function PortalLogins({ customer, logins }: { customer: Customer; logins: PortalLogin[] }) {
  const invitation = useInvitation()
  const isArchived = customer.archivedAt !== null
  const invite = !isArchived && (
    <Button icon={UserPlus} onPress={() => invitation.open(customer)}>
      Bjud in
    </Button>
  )
  return (
    <section aria-labelledby="portalinloggningar" className="grid grid-cols-1 gap-3">
      <div className="flex min-h-9 items-center justify-between gap-3">
        <h2 id="portalinloggningar" className="font-semibold text-md">
          Inloggningar i portalen
        </h2>
        {logins.length > 0 && invite}
      </div>
      <Table
        label="Inloggningar i portalen"
        columns={columns}
        rows={logins}
        rowKey={({ id }) => id}
        stacksBelow="lg"
        actions={(login) => <LoginActions customer={customer} login={login} />}
        empty={<NoLogins isArchived={isArchived} action={invite} />}
      />
      {invitation.dialog}
    </section>
  )
}

const NoLogins = ({ isArchived, action }: { isArchived: boolean; action: ReactNode }) => (
  <EmptyState
    title="Inga inloggningar ännu"
    text={
      isArchived
        ? 'Portalen är stängd så länge kunden är arkiverad.'
        : 'Bjud in kunden, så kan den skapa och följa ärenden i supportportalen.'
    }
    action={action}
  />
)
