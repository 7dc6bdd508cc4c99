// The PDF of an invoice basis: drawn when it is asked for, and stored once it is billed.
import { readPdfCompany } from '#features/company/server/pdf-company.queries.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { notFound } from '#platform/http/app-error.ts'
import type { Download } from '#platform/http/download.ts'
import type { Transaction } from '#platform/http/serve.ts'
import { makePdf } from '#platform/pdf/make-pdf.ts'
import { addressText } from '../buyer-texts.rules.ts'
import { invoiceBasisFileName } from '../invoice-bases.rules.ts'
import { invoiceBasisDocument } from '../invoice-basis-document.rules.ts'
import { INVOICE_BASIS_NOT_FOUND } from '../invoice-basis-refusals.rules.ts'
import { findBuyer } from './buyer.queries.ts'
import { chargedNow, linesOfBasis, rowsAfter, toLines, toListed } from './invoice-bases.queries.ts'

const ROWS_MAX = 1_000_000

const documentBases = (db: Db) =>
  db
    .selectFrom('invoiceBases')
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'invoiceBases.orgId').onRef('customers.id', '=', 'invoiceBases.customerId'),
    )
    .select(['invoiceBases.orgId', 'invoiceBases.id', 'customerName', 'customers.address', 'month', 'state'])
    .select(['numberYear', 'number', 'invoiceBases.isPrivate', 'isReverseCharge', 'rowCount', 'invoiceBases.minutes'])
    .select(['netOre', 'invoiceBases.vat', 'totalOre', 'approvedAt', 'approvedName', 'billedAt', 'endedAt'])
    .select(['invoiceBases.createdAt', chargedNow.as('chargedMinutes')])
    .select((eb) => eb('outdatedAt', 'is not', null).as('isOutdated'))

/** What the PDF is drawn from, and its file name. Throws 404 for an unknown basis. */
async function readDocument(db: Db, id: string) {
  const found = await documentBases(db).where('invoiceBases.id', '=', id).executeTakeFirst()
  const buyer = await findBuyer(db, id)
  if (!found || !buyer) throw notFound(INVOICE_BASIS_NOT_FOUND)
  const { customerName, address, ...listed } = toListed(found)
  const basis = {
    ...listed,
    ...toLines(await linesOfBasis(db, id), buyer),
    buyer,
    customer: { name: customerName, address: addressText(buyer) ?? address },
  }
  const rows = await rowsAfter(db, id, 0, ROWS_MAX)
  const company = await readPdfCompany(db, found.orgId)
  return { document: invoiceBasisDocument(company, basis, rows), filename: invoiceBasisFileName(basis, 'pdf') }
}

/** As it was when billed; not of one that was withdrawn since, whose PDF is to say so. */
const findStoredPdf = (db: Db, id: string) =>
  db
    .selectFrom('invoiceBasisPdfs')
    .innerJoin('invoiceBases', (join) =>
      join
        .onRef('invoiceBases.orgId', '=', 'invoiceBasisPdfs.orgId')
        .onRef('invoiceBases.id', '=', 'invoiceBasisPdfs.basisId'),
    )
    .select(['content', 'customerName', 'numberYear', 'number', 'month'])
    .select((eb) => eb('outdatedAt', 'is not', null).as('isOutdated'))
    .where('basisId', '=', id)
    .where('state', '=', 'billed')
    .executeTakeFirst()

/** The PDF as a download. Throws 404 for a basis that the actor may not see, and what `makePdf` throws. */
export async function invoiceBasisPdf(transaction: Transaction, id: string, signal: AbortSignal): Promise<Download> {
  const stored = await transaction((db) => findStoredPdf(db, id))
  if (stored) {
    const name = invoiceBasisFileName({ ...toListed(stored), customer: { name: stored.customerName } }, 'pdf')
    return downloadOf(name, stored.content)
  }
  const { document, filename } = await transaction((db) => readDocument(db, id))
  return downloadOf(filename, await makePdf(document, { signal }))
}

const downloadOf = (filename: string, content: Buffer): Download => ({
  filename,
  bytes: content.length,
  content: [content],
})

/** The PDF for a mail, made by a job. */
export async function invoiceBasisAttachment(database: Database, id: string) {
  const { document, filename } = await database.as('jobs', (db) => readDocument(db, id))
  return { filename, content: await makePdf(document, { isPatient: true }) }
}

/** Stores the PDF of a basis that is billed and has none yet. */
export async function storeInvoiceBasisPdf(database: Database, orgId: string, basisId: string) {
  if (!(await database.as('jobs', (db) => isMissing(db, basisId)))) return
  const { content } = await invoiceBasisAttachment(database, basisId)
  await database.as('jobs', async (db) => {
    // It may have been withdrawn, or stored by another attempt, while its PDF was drawn.
    if (!(await isMissing(db, basisId))) return
    await db
      .insertInto('invoiceBasisPdfs')
      .values({ orgId, basisId, content })
      .onConflict((conflict) => conflict.columns(['orgId', 'basisId']).doNothing())
      .execute()
  })
}

async function isMissing(db: Db, id: string): Promise<boolean> {
  const basis = await db
    .selectFrom('invoiceBases')
    .leftJoin('invoiceBasisPdfs', 'basisId', 'invoiceBases.id')
    .select('basisId')
    .where('invoiceBases.id', '=', id)
    .where('state', '=', 'billed')
    .executeTakeFirst()
  return basis?.basisId === null
}
