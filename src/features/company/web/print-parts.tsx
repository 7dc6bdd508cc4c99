import { Logo } from '#shared/ui/logo.tsx'
import type { PrintedCompany } from '../printed-company.contract.ts'
import { printedLines } from '../printed-company.rules.ts'

/** The head of the first page. */
export function CompanyHeader({ company }: { company: PrintedCompany }) {
  return (
    <header className="flex items-center justify-between gap-6 border-ink border-b-2 pb-3">
      <Logo size="lg" />
      <div className="text-right text-ink-soft text-sm">
        {printedLines(company).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </header>
  )
}

export const HeaderCells = ({ names, isNumber }: { names: string[]; isNumber?: boolean }) =>
  names.map((name) => (
    <th key={name} scope="col" className={isNumber ? 'numbers' : undefined}>
      {name}
    </th>
  ))

/** Repeated on each page of a table; reserves the space of the fixed footer line. */
export const FooterSpacer = ({ columns }: { columns: number }) => (
  <tfoot aria-hidden="true" className="hidden print:table-footer-group">
    <tr>
      <td colSpan={columns} className="h-9" />
    </tr>
  </tfoot>
)

/** The footer line of every page. */
export const footerLine = (company: PrintedCompany) => [company.name, ...printedLines(company)].join(' · ')
