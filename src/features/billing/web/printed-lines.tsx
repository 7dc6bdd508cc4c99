import { FooterSpacer, HeaderCells } from '#features/company/web/print-parts.tsx'
import { formatKronor } from '#shared/money.rules.ts'
import { formatMonth } from '#shared/month-names.rules.ts'
import type { InvoiceBasis } from '../invoice-bases.contract.ts'
import type { InvoiceBasisLine } from '../invoice-basis-content.contract.ts'
import {
  amountHeading,
  lineName,
  noVatText,
  quantityText,
  type Summed,
  sumsText,
  unitPriceHeading,
} from '../line-texts.rules.ts'
import { groupsOf, isGrouped, type RecipientGroup } from '../recipient-groups.rules.ts'
import {
  ALL_RECIPIENTS,
  orderNumberText,
  RECIPIENT,
  recipientSums,
  recipientText,
  summedBasis,
  summedOf,
} from '../recipient-texts.rules.ts'
import { type ShownLine, shownLines } from '../shown-lines.rules.ts'

/** The tables of several recipients have the same columns. */
const widths = ['w-[6%]', 'w-auto', 'w-[14%]', 'w-[15%]', 'w-[10%]', 'w-[17%]']

/** The lines of an invoice basis with their sums, a table for each recipient where there are several. */
export function PrintedLines({ basis }: { basis: InvoiceBasis }) {
  if (!isGrouped(basis))
    return <LineTable caption="Att fakturera" lines={basis.lines} summed={summedBasis(basis)} basis={basis} />
  const groups = groupsOf(basis)
  return (
    <>
      {groups.map((group) => {
        const { name, facts } = recipientText(group, basis.buyer)
        const caption = [name, ...facts.map(([label, value]) => `${label}: ${value}`)].join(' · ')
        return (
          <LineTable
            key={group.recipient?.id ?? ''}
            caption={caption}
            lines={group.lines}
            summed={summedOf(group, basis)}
            basis={basis}
          />
        )
      })}
      {groups.length > 1 && <AllRecipients groups={groups} basis={basis} />}
    </>
  )
}

type OfAll = { groups: readonly RecipientGroup[]; basis: InvoiceBasis }

const AllRecipients = ({ groups, basis }: OfAll) => (
  <table className="printed-table printed-whole">
    <caption>{ALL_RECIPIENTS}</caption>
    <thead>
      <tr>
        <HeaderCells names={[RECIPIENT]} />
        <HeaderCells names={recipientSums.map(({ heading }) => heading)} isNumber />
      </tr>
    </thead>
    <tbody>
      {groups.map((group) => (
        <tr key={group.recipient?.id ?? ''}>
          <th scope="row">{recipientText(group, basis.buyer).name}</th>
          {recipientSums.map(({ heading, of }) => (
            <td key={heading} className="numbers">
              {formatKronor(of(group))}
            </td>
          ))}
        </tr>
      ))}
      <SumRows summed={summedBasis(basis)} columns={1 + recipientSums.length} />
    </tbody>
    <FooterSpacer columns={1 + recipientSums.length} />
  </table>
)

type Props = { caption: string; lines: readonly InvoiceBasisLine[]; summed: Summed; basis: InvoiceBasis }

function LineTable({ caption, lines, summed, basis }: Props) {
  return (
    <table className={isGrouped(basis) ? 'printed-table printed-rows' : 'printed-table'}>
      <caption>{caption}</caption>
      {isGrouped(basis) && (
        <colgroup>
          {widths.map((width) => (
            <col key={width} className={width} />
          ))}
        </colgroup>
      )}
      <thead>
        <tr>
          <HeaderCells names={['Rad', 'Vad']} />
          <HeaderCells names={['Antal', unitPriceHeading(basis), 'Moms', amountHeading(basis)]} isNumber />
        </tr>
      </thead>
      <tbody>
        {shownLines(lines, basis.isPrivate).map((line) => (
          <LineRow key={line.position} line={line} buyer={basis.buyer} />
        ))}
        <SumRows summed={summed} columns={widths.length} />
      </tbody>
      <FooterSpacer columns={widths.length} />
    </table>
  )
}

const SumRows = ({ summed, columns }: { summed: Summed; columns: number }) =>
  [...sumsText(summed), ['Att betala', formatKronor(summed.totalOre)] as const].map(([label, value]) => (
    <tr key={label} className={label === 'Att betala' ? 'font-semibold' : undefined}>
      <th scope="row" colSpan={columns - 1} className="numbers">
        {label}
      </th>
      <td className="numbers">{value}</td>
    </tr>
  ))

const LineRow = ({ line, buyer }: { line: ShownLine<InvoiceBasisLine>; buyer: InvoiceBasis['buyer'] }) => (
  <tr>
    <td>{line.position}</td>
    <th scope="row">
      {lineName(line)}
      {line.month && ` (${formatMonth(line.month)})`}
      {[orderNumberText(line, buyer), noVatText(line)].filter(Boolean).map((text) => (
        <span key={text} className="block font-normal">
          {text}
        </span>
      ))}
    </th>
    <td className="numbers">{quantityText(line)}</td>
    <td className="numbers">{formatKronor(line.unitOre)}</td>
    <td className="numbers">{line.vatPercent} %</td>
    <td className="numbers">{formatKronor(line.netOre)}</td>
  </tr>
)
