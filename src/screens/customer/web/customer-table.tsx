import ArchiveRestore from 'lucide-react/icons/archive-arrow-up'
import KeyRound from 'lucide-react/icons/key-round'
import Pencil from 'lucide-react/icons/pencil'
import History from 'lucide-react/icons/rotate-ccw-clock'
import Trash2 from 'lucide-react/icons/trash'
import UserPlus from 'lucide-react/icons/user-plus'
import { useCallback, useMemo } from 'react'
import { useMayCall } from '#features/auth/web/me.ts'
import { type Customer, customerLabels, type ListedCustomer } from '#features/customers/customers.contract.ts'
import { customerPath } from '#features/customers/customers.rules.ts'
import { EmailLink, PhoneLink } from '#features/customers/web/contact-links.tsx'
import { useRemovalDisabledReason, useRestore } from '#features/customers/web/remove-customer.tsx'
import { vault } from '#features/vault/vault.contract.ts'
import { plural } from '#shared/plural.rules.ts'
import { ActionMenu, type MenuAction } from '#shared/ui/action-menu.tsx'
import { Button } from '#shared/ui/button.tsx'
import { IconButton } from '#shared/ui/icon-button.tsx'
import { Link } from '#shared/ui/link.tsx'
import { type Column, Table, type TableProps } from '#shared/ui/table.tsx'

/** The links of a row are at least 24 px high. */
const targetClass = 'block truncate -my-1 py-1 stacked:my-0 stacked:py-0 stacked:[&_a]:block stacked:[&_a]:leading-6'

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
    // A break before the @ would make a row of three lines.
    cell: ({ email }) =>
      email && (
        <span
          className={`stacked:whitespace-normal stacked:[overflow-wrap:anywhere] stacked:[&_wbr]:hidden ${targetClass}`}
        >
          <EmailLink email={email} />
        </span>
      ),
    grows: true,
    width: 'w-[35%]',
  },
  {
    key: 'phone',
    header: customerLabels.phone,
    cell: ({ phone }) =>
      phone && (
        <span className={targetClass}>
          <PhoneLink phone={phone} />
        </span>
      ),
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
      actions={actions}
      {...list}
    />
  )
}

function Actions({ customer, onChange, onRemove }: { customer: Customer } & Pick<Props, 'onChange' | 'onRemove'>) {
  const restore = useRestore()
  const disabledReason = useRemovalDisabledReason()
  const opensVault = useMayCall(vault.get)
  const { name, archivedAt } = customer
  return (
    <>
      {/* On a phone it is on the customer's page. */}
      <span className="contents stacked:hidden">
        <IconButton icon={Pencil} label={`Ändra ${name}`} tooltip="Ändra" onPress={() => onChange(customer)} />
      </span>
      <ActionMenu
        label={`Fler åtgärder för ${name}`}
        actions={[
          { label: 'Historik', accessibleName: `Historik för ${name}`, icon: History, to: customerPath(customer.id) },
          ...(opensVault ? [vaultAction(customer)] : []),
          archivedAt
            ? {
                label: 'Återställ',
                accessibleName: `Återställ ${name}`,
                icon: ArchiveRestore,
                onPress: () => void restore(customer),
                disabledReason,
              }
            : {
                label: 'Ta bort',
                accessibleName: `Ta bort ${name}`,
                icon: Trash2,
                isDanger: true,
                onPress: () => onRemove(customer),
                disabledReason,
              },
        ]}
      />
    </>
  )
}

const vaultAction = ({ id, name }: Customer): MenuAction => ({
  label: 'Teknisk information',
  accessibleName: `Teknisk information för ${name}`,
  icon: KeyRound,
  to: customerPath(id, '/credentials'),
})
