import { lineName } from '#agreements/line-words.rules.ts'
import { formatKronor } from '#lib/money.rules.ts'
import { formatHours } from '#lib/ui/format.ts'
import { Link } from '#lib/ui/link.tsx'
import { type Column, Table } from '#lib/ui/table.tsx'
import type { BasisLine, PortalBasisPage } from '../bases.contract.ts'

export const quantityInWords = ({ quantity, per, unit }: Pick<BasisLine, 'quantity' | 'per' | 'unit'>) =>
  `${per === 1 ? quantity : formatHours((quantity * 60) / per)} ${unit}`

const columns: readonly Column<BasisLine>[] = [
  { key: 'number', header: 'Rad', cell: ({ position }) => position, isNumber: true, width: 'w-12', onPhone: 'hidden' },
  {
    key: 'name',
    header: 'Vad',
    // A start fee and a pot have no rows of their own.
    cell: (line) =>
      line.per === 60 || line.kind === 'start' ? (
        <Link to={`?line=${line.position}#rader`}>{lineName(line)}</Link>
      ) : (
        lineName(line)
      ),
    onPhone: 'title',
    grows: true,
  },
  { key: 'quantity', header: 'Antal', cell: quantityInWords, isNumber: true, width: 'w-28' },
  { key: 'price', header: 'À-pris', cell: ({ unitOre }) => formatKronor(unitOre), isNumber: true, width: 'w-32' },
  { key: 'vat', header: 'Moms', cell: ({ vatPercent }) => `${vatPercent} %`, isNumber: true, width: 'w-20' },
  { key: 'net', header: 'Belopp', cell: ({ netOre }) => formatKronor(netOre), isNumber: true, width: 'w-36' },
]

/** The lines of a basis; each leads to its rows. */
export function BasisLines({ basis }: { basis: PortalBasisPage }) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <Table
        label="Underlagets rader"
        columns={columns}
        rows={basis.lines}
        rowKey={({ position }) => String(position)}
        stacksBelow="sm"
        empty={null}
      />
      <BasisSums basis={basis} />
    </div>
  )
}

type Summed = Pick<PortalBasisPage, 'netOre' | 'vat' | 'totalOre' | 'isReverseCharge' | 'rutOre'>

export function sumsInWords({ netOre, vat, isReverseCharge, rutOre }: Summed): [label: string, value: string][] {
  return [
    ['Summa utan moms', formatKronor(netOre)],
    ...(rutOre > 0 ? [['varav RUT-arbete', formatKronor(rutOre)] as [string, string]] : []),
    ...(isReverseCharge
      ? [['Omvänd betalningsskyldighet', 'Ingen moms'] as [string, string]]
      : vat.map(({ percent, vatOre }): [string, string] => [`Moms ${percent} %`, formatKronor(vatOre)])),
  ]
}

function BasisSums({ basis }: { basis: Summed }) {
  return (
    <dl className="ml-auto grid grid-cols-[auto_auto] gap-x-8 gap-y-1 pr-4 text-right">
      {sumsInWords(basis).map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="tabular-nums">{value}</dd>
        </div>
      ))}
      <dt className="font-semibold">Att betala</dt>
      <dd className="font-semibold tabular-nums">{formatKronor(basis.totalOre)}</dd>
    </dl>
  )
}
