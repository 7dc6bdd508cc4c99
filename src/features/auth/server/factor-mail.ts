import { sql } from 'kysely'
import { z } from 'zod'
import type { Database, Db } from '#platform/database/database.ts'
import { enqueue, type Job } from '#platform/jobs/job-catalogue.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { mailText } from '#platform/mail/mail-template.ts'
import { Id } from '#shared/contract.ts'
import { plural } from '#shared/plural.rules.ts'
import { onOneLine } from '#shared/text.rules.ts'

export const FACTOR_MAIL = 'factor-mail'

/** What happened to a login's second factors, and who is told. `of`: whose login an administrator reset. */
const Payload = z.discriminatedUnion('event', [
  z.object({ event: z.literal('added'), userId: Id, isFirst: z.boolean() }),
  z.object({ event: z.literal('removed'), userId: Id }),
  z.object({ event: z.literal('codeUsed'), userId: Id, remaining: z.int() }),
  z.object({ event: z.literal('reset'), userId: Id }),
  z.object({ event: z.literal('resetBy'), userId: Id, of: Id }),
])
type Payload = z.infer<typeof Payload>

export const enqueueFactorMail = (db: Db, payload: Payload) => enqueue(db, FACTOR_MAIL, payload)

/** Tells a person about a change of the second factors that somebody else may have made. */
export const factorMail =
  ({ database, mailer, appUrl }: { database: Database; mailer: Mailer; appUrl: string }) =>
  async (payload: unknown, job?: Job) => {
    const change = Payload.parse(payload)
    const found = await database.as('auth', async (db) => ({
      to: await findPerson(db, change.userId),
      of: change.event === 'resetBy' ? await findPerson(db, change.of) : undefined,
    }))
    if (!found.to) return
    const { orgId, email, fullName, organization, isCustomer } = found.to
    const sender = onOneLine(organization)
    const { subject, paragraphs } = contentOf(change, {
      sender,
      signIn: `${appUrl}${isCustomer ? '/customer-login' : '/auth'}`,
      name: onOneLine(found.of?.fullName ?? found.of?.email ?? ''),
    })
    await mailer.send(
      { orgId, to: email, subject: `${subject} – ${sender}`, text: mailText({ to: fullName }, ...paragraphs, sender) },
      job,
    )
  }

type Texts = { sender: string; signIn: string; name: string }
type Content = { subject: string; paragraphs: string[] }

function contentOf(change: Payload, { sender, signIn, name }: Texts): Content {
  switch (change.event) {
    case 'added':
      return {
        subject: change.isFirst ? 'Tvåstegsinloggningen är på' : 'Ett andra steg har lagts till',
        paragraphs: [
          `${change.isFirst ? 'Ett' : 'Ännu ett'} andra steg har lagts till i din inloggning hos ${sender}, en autentiseringsapp eller en passkey.`,
          `Du ser dem under ditt konto:\n${signIn}`,
          'Var det inte du? Då har någon annan ditt lösenord. Hör genast av dig till den som sköter inloggningarna.',
        ],
      }
    case 'removed':
      return {
        subject: 'Tvåstegsinloggningen är avstängd',
        paragraphs: [
          `Det sista andra steget är borttaget från din inloggning hos ${sender}. Nu loggar du in med bara ditt lösenord.`,
          `Lägg till det igen under ditt konto:\n${signIn}`,
          'Var det inte du? Byt lösenord och hör av dig till den som sköter inloggningarna.',
        ],
      }
    case 'codeUsed':
      return {
        subject: 'En reservkod har använts',
        paragraphs: [
          `Någon, förmodligen du, loggade in med en reservkod hos ${sender}. ${remainingText(change.remaining)}`,
          `Nya reservkoder skapar du under ditt konto:\n${signIn}`,
          'Var det inte du? Byt lösenord och hör av dig till den som sköter inloggningarna.',
        ],
      }
    case 'reset':
      return {
        subject: 'Din tvåstegsinloggning är återställd',
        paragraphs: [
          `En administratör har tagit bort det andra steget från din inloggning hos ${sender}. Du är utloggad överallt.`,
          `Logga in med ditt lösenord och lägg till det igen:\n${signIn}`,
          'Väntade du dig inte det här? Hör av dig till den som sköter inloggningarna.',
        ],
      }
    case 'resetBy':
      return {
        subject: `Du återställde tvåstegsinloggningen för ${name}`,
        paragraphs: [
          `Du har tagit bort det andra steget från inloggningen för ${name}, som är utloggad överallt och loggar in med bara sitt lösenord tills det är tillagt igen.`,
          'Var det inte du? Byt lösenord och hör av dig till en annan administratör.',
        ],
      }
  }
}

const remainingText = (count: number) =>
  count === 0 ? 'Det var den sista.' : `Du har ${plural(count, 'reservkod', 'reservkoder')} kvar.`

type Person = { orgId: string; email: string; fullName: string | null; organization: string; isCustomer: boolean }

/** Undefined for a login that is disabled or belongs to no organization. */
async function findPerson(db: Db, userId: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select o.id as org_id, u.email, coalesce(p.full_name, l.full_name) as full_name, o.name as organization,
      l.user_id is not null as is_customer
    from auth.users u
    left join profiles p on p.id = u.id
    left join customer_users l on l.user_id = u.id
    join organizations o on o.id = coalesce(p.org_id, l.org_id)
    where u.id = ${userId} and u.disabled_at is null`.execute(db)
  return rows[0]
}
