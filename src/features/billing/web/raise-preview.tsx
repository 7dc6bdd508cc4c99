import { formatKronor, ore } from '#shared/money.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { type Column, Table } from '#shared/ui/table.tsx'
import type { TableSelection } from '#shared/ui/table-selection.ts'
import type { RaiseFollower, RaisePreview, RaiseRow } from '../price-raises.contract.ts'
import type { RaiseSubject } from '../price-raises.rules.ts'
import { earliestText, priceText, raisedLabels, raisedName, stopText } from './raise-text.ts'

const Quiet = ({ children }: { children: string }) => <span className="block text-ink-soft text-sm">{children}</span>

const signed = (amount: RaiseRow['monthlyOre']) => (amount === 0 ? '' : `+${formatKronor(amount)}`)

const columnsOf = (subject: RaiseSubject): readonly Column<RaiseRow>[] => [
  {
    key: 'name',
    header: raisedLabels[subject],
    cell: (row) => <Name row={row} />,
    grows: true,
    onPhone: 'title',
  },
  {
    key: 'prices',
    header: 'Pris',
    cell: (row) => (
      <span className="block py-1.5 tabular-nums stacked:whitespace-normal stacked:py-0">
        {row.prices.map((price) => (
          <span key={price.part} className="block">
            {priceText(price, row)}
          </span>
        ))}
      </span>
    ),
    onPhone: 'lead',
  },
  { key: 'from', header: 'Gäller från', cell: ({ stop, appliesFrom }) => !stop && appliesFrom, width: 'w-28' },
  {
    key: 'monthly',
    header: 'Mer per månad',
    cell: ({ monthlyOre }) => signed(monthlyOre),
    isNumber: true,
    width: 'w-32',
  },
  { key: 'remark', header: 'Att veta', cell: remarkCell, width: 'w-56', onPhone: 'lead' },
]

function Name({ row: { customer, name, followers } }: { row: RaiseRow }) {
  return (
    <span className="block whitespace-normal py-1.5 wrap-anywhere stacked:py-0">
      {customer?.name ?? name}
      {customer && <Quiet>{name}</Quiet>}
      {followers.length > 0 && <Followers followers={followers} />}
    </span>
  )
}

/** Few, since an article may have hundreds; the others are a press away. */
const NAMED_FOLLOWERS = 3

function Followers({ followers }: { followers: readonly RaiseFollower[] }) {
  if (followers.length <= NAMED_FOLLOWERS) return followers.map((one) => <Follower key={keyOf(one)} follower={one} />)
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-ink-soft">{followersText(followers)}</summary>
      {followers.map((one) => (
        <Follower key={keyOf(one)} follower={one} />
      ))}
    </details>
  )
}

/** Of an article by charge, of terms by customer. */
const followersText = (followers: readonly RaiseFollower[]) =>
  followers[0]?.charge
    ? `Följer: ${plural(followers.length, 'abonnemang', 'abonnemang')}`
    : plural(followers.length, 'kund har villkoren', 'kunder har villkoren')

const keyOf = ({ customer, charge }: RaiseFollower) => charge?.id ?? customer.id

const Follower = ({ follower: { customer, keepsUntil, earliest, ownFeeOre } }: { follower: RaiseFollower }) => (
  <Quiet>
    {[
      customer.name,
      keepsUntil && `behåller priset, bunden till ${keepsUntil}`,
      earliest && `uppsägningstiden löper till ${earliest}`,
      ownFeeOre !== null && `egen månadsavgift på ${formatKronor(ownFeeOre)} höjs inte`,
    ]
      .filter(Boolean)
      .join(': ')}
  </Quiet>
)

/** Why a price is not raised, or that the notice is short. */
function remarkCell({ stop, earliest }: RaiseRow) {
  const text = stop ? stopText(stop) : earliest && earliestText(earliest)
  if (!text) return undefined
  return (
    <span
      className={`block w-56 whitespace-normal py-1.5 text-sm stacked:w-auto stacked:py-0 ${stop ? 'text-ink-soft' : 'text-danger-ink'}`}
    >
      {stop && <span className="font-medium text-ink">Höjs inte. </span>}
      {text}
    </span>
  )
}

type Props = { subject: RaiseSubject; preview: RaisePreview; selection: TableSelection; chosen: readonly RaiseRow[] }

/** Each price as it is and as it will be, those that cannot be raised last. */
export function RaiseTable({ subject, preview: { rows }, selection, chosen }: Props) {
  const sum = ore(chosen.reduce((all, { monthlyOre }) => all + monthlyOre, 0))
  return (
    <Table
      label="Förhandsgranskning"
      columns={columnsOf(subject)}
      rows={rows}
      rowKey={({ id }) => id}
      selection={selection}
      selectLabel={(row) => (row.stop ? undefined : raisedName(row))}
      stacksBelow="lg"
      footer={{ name: 'Summa', monthly: signed(sum) || formatKronor(sum) }}
      empty={<p className="p-4 text-ink-soft">Inget pris stämmer med valet.</p>}
    />
  )
}
