// Mail to customers about prices that are raised, to those who get their invoice bases.
import { z } from 'zod'
import type { Database, Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { enqueue, type Tasks } from '#platform/jobs/job-catalogue.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { mailText } from '#platform/mail/mail-template.ts'
import { Amount, Id } from '#shared/contract.ts'
import { formatKronor, priceFor } from '#shared/money.rules.ts'
import { onOneLine } from '#shared/text.rules.ts'
import { addresseesOf } from './addressees.queries.ts'
import type { RaisePlan } from './price-raise-plan.ts'

const PRICE_RAISE_MAIL = 'price-raise-mail'

/** With what is told, since a later change of the prices is told by itself. */
const Payload = z.object({
  orgId: Id,
  customerId: Id,
  mailId: Id,
  name: z.string().nullable(),
  email: z.string(),
  from: z.iso.date(),
  lines: z.array(
    z.object({
      text: z.string(),
      per: z.string(),
      oldOre: Amount,
      newOre: Amount,
      vatPercent: z.int(),
      appliesFrom: z.iso.date().nullable(),
    }),
  ),
})
type Payload = z.infer<typeof Payload>

/** One mail a customer with all that is raised for it, to each of its addressees. Returns how many customers get mail. */
export async function queueRaiseMails(db: Db, orgId: string, from: string, plans: readonly RaisePlan[]) {
  const linesOf = Map.groupBy(
    plans.flatMap(({ lines }) => lines),
    ({ customerId }) => customerId,
  )
  const addressees = await addresseesOf(db, [...linesOf.keys()])
  for (const [customerId, told] of linesOf)
    for (const { name, email } of addressees.get(customerId) ?? [])
      await enqueue(db, PRICE_RAISE_MAIL, {
        orgId,
        customerId,
        mailId: uuidv7(),
        name,
        email,
        from,
        lines: told.map(({ line }) => line),
      } satisfies Payload)
  return addressees.size
}

type Parts = { database: Database; mailer: Mailer; appUrl: string }

export const priceRaiseTasks = ({ database, mailer, appUrl }: Parts): Tasks => ({
  [PRICE_RAISE_MAIL]: async (payload, job) => {
    const told = Payload.parse(payload)
    const found = await database.as('jobs', (db) => findCustomer(db, told))
    if (!found) return
    const company = onOneLine(found.company)
    await mailer.send(
      {
        orgId: told.orgId,
        to: told.email,
        subject: `Nya priser från ${told.from} – ${company}`,
        text: mailText({ to: told.name }, ...raiseText(told, found.isPrivate), company),
        messageId: `<price-raise-${told.mailId}@${new URL(appUrl).hostname}>`,
      },
      job,
    )
  },
})

const findCustomer = (db: Db, { orgId, customerId }: Payload) =>
  db
    .selectFrom('customers')
    .innerJoin('organizations', 'organizations.id', 'customers.orgId')
    .select(['isPrivate', 'organizations.name as company'])
    .where('customers.orgId', '=', orgId)
    .where('customers.id', '=', customerId)
    .executeTakeFirst()

/** A private customer is told prices with VAT. */
function raiseText({ from, lines }: Payload, isPrivate: boolean): string[] {
  const shown = (netOre: Payload['lines'][number]['oldOre'], percent: number) =>
    formatKronor(isPrivate ? priceFor(netOre, 100 + percent, 100) : netOre)
  return [
    `Från ${from} ändras de här priserna:`,
    lines
      .map(({ text, per, oldOre, newOre, vatPercent, appliesFrom }) =>
        [
          `${onOneLine(text)}: från ${shown(oldOre, vatPercent)} till ${shown(newOre, vatPercent)} ${onOneLine(per)}`,
          appliesFrom !== null && `, från perioden som börjar ${appliesFrom}`,
        ]
          .filter(Boolean)
          .join(''),
      )
      .join('\n'),
    `Priserna är ${isPrivate ? 'med' : 'utan'} moms. Hör gärna av dig om något är oklart.`,
  ]
}
