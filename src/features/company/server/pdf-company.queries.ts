import type { Db } from '#platform/database/database.ts'
import { readMailBranding } from '#platform/mail/mail-branding.ts'
import type { PdfCompany } from '#platform/pdf/pdf-document.ts'
import { defaultColors } from '#shared/theme-colors.rules.ts'
import { printedLines } from '../printed-company.rules.ts'
import { getPrintedCompany } from './company.queries.ts'

/** The company at the top and foot of a PDF: what the print views show, with its logo and colour. */
export async function readPdfCompany(db: Db, orgId: string): Promise<PdfCompany> {
  const company = await getPrintedCompany(db, orgId)
  const branding = await readMailBranding(db, orgId)
  return {
    name: company.name,
    lines: printedLines(company),
    color: branding?.mainColor ?? defaultColors.mainColor,
    logo: branding?.logo,
  }
}
