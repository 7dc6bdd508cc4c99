import ArchiveRestore from 'lucide-react/icons/archive-arrow-up'
import KeyRound from 'lucide-react/icons/key-round'
import Pencil from 'lucide-react/icons/pencil'
import History from 'lucide-react/icons/rotate-ccw-clock'
import Trash2 from 'lucide-react/icons/trash'
import UserPlus from 'lucide-react/icons/user-plus'
import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useMayCall } from '#features/auth/web/me.ts'
import { type Customer, customerLabels, type ListedCustomer } from '#features/customers/customers.contract.ts'
import { customerPath } from '#features/customers/customers.rules.ts'
import { EmailLink, PhoneLink } from '#features/customers/web/contact-links.tsx'
import { useRemovalDisabledReason, useRestore } from '#features/customers/web/remove-customer.tsx'
import { vault } from '#features/vault/vault.contract.ts'
import { plural } from '#shared/plural.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { Link } from '#shared/ui/link.tsx'
import { type Column, Table, type TableProps } from '#shared/ui/table.tsx'

const columns: readonly Column<ListedCustomer>[] = [
  {
    key: 'name',
    header: customerLabels.name,
    cell: ({ name }) => name,
    onPhone: 'title',
    grows: true,
    width: 'w-[40%]',
  },
  {
    key: 'email',
    header: customerLabels.email,
    cell: ({ email }) => email && <EmailLink email={email} />,
    grows: true,
    width: 'w-[35%]',
  },
  {
    key: 'phone',
    header: customerLabels.phone,
    cell: ({ phone }) => phone && <PhoneLink phone={phone} />,
    width: 'w-44',
  },
]

const inviteColumn = (onInvite: Props['onInvite']): Column<ListedCustomer> => ({
  key: 'invite',
  header: 'Portal invite',
  cell: (customer) => {
    // The portal is closed for an archived customer.
    if (customer.archivedAt !== null) return null
    if (customer.logins > 0) return <Logins {...customer} />
    const invite = () => onInvite(customer)
    return (
      <Button variant="quiet" size="sm" icon={UserPlus} accessibleName={`Bjud in ${customer.name}`} onPress={invite}>
        Bjud in
      </Button>
    )
  },
  width: 'w-36',
  // A phone has room for it on the customer's page only.
  onPhone: 'hidden',
})

const Logins = ({ id, name, logins }: ListedCustomer) => {
  const text = plural(logins, 'inloggning', 'inloggningar')
  return (
    <Link to={customerPath(id)} accessibleName={`${text} för ${name}`} isQuiet>
      {text}
    </Link>
  )
}

type Props = Pick<
  TableProps<ListedCustomer>,
  'rows' | 'hasMore' | 'isLoadingMore' | 'hasLoadFailed' | 'onLoadMore' | 'empty'
> & {
  onChange: (customer: Customer) => void
  onInvite: (customer: Customer) => void
  onRemove: (customer: Customer) => void
}

export function CustomerTable({ onChange, onInvite, onRemove, ...list }: Props) {
  const visibleColumns = useMemo(() => [...columns, inviteColumn(onInvite)], [onInvite])
  const actions = useCallback(
    (customer: Customer) => <Actions customer={customer} onChange={onChange} onRemove={onRemove} />,
    [onChange, onRemove],
  )
  return (
    <Table
      label="Kunder"
      columns={visibleColumns}
      rowKey={({ id }) => id}
      href={({ id }) => customerPath(id)}
      loadingText="Laddar kunder …"
      hasTwoLines
      collapsesActions
      actions={actions}
      {...list}
    />
  )
}

function Actions({ customer, onChange, onRemove }: { customer: Customer } & Pick<Props, 'onChange' | 'onRemove'>) {
  const navigate = useNavigate()
  const restore = useRestore()
  const disabledReason = useRemovalDisabledReason()
  const opensVault = useMayCall(vault.get)
  return (
    <>
      <IconButton
        icon={History}
        label={`Historik för ${customer.name}`}
        tooltip="Historik"
        onPress={() => void navigate(customerPath(customer.id))}
      />
      {opensVault && (
        <IconButton
          icon={KeyRound}
          label={`Teknisk information för ${customer.name}`}
          tooltip="Teknisk information"
          onPress={() => void navigate(customerPath(customer.id, '/credentials'))}
        />
      )}
      <IconButton icon={Pencil} label={`Ändra ${customer.name}`} tooltip="Ändra" onPress={() => onChange(customer)} />
      {customer.archivedAt ? (
        <IconButton
          icon={ArchiveRestore}
          label={`Återställ ${customer.name}`}
          tooltip="Återställ"
          onPress={() => void restore(customer)}
          {...(disabledReason && { disabledReason })}
        />
      ) : (
        <IconButton
          icon={Trash2}
          label={`Ta bort ${customer.name}`}
          tooltip="Ta bort"
          tone="danger"
          onPress={() => onRemove(customer)}
          {...(disabledReason && { disabledReason })}
        />
      )}
    </>
  )
}
