// Mailboxes that mail is received from: their settings, the outcomes of a mail, and the trial of a mailbox.
import { z } from 'zod'
import { SenderAuthentication } from '#features/tickets/sender-authentication.contract.ts'
import {
  del,
  get,
  Id,
  IdParams,
  nothing,
  optionalLine,
  post,
  put,
  requiredLine,
  Version,
  whenValid,
} from '#shared/contract.ts'
import { DAY_MS, momentInStockholm } from '#shared/dates.rules.ts'
import { asciiDomain } from '#shared/email.rules.ts'
import { EMAIL_MAX } from '#shared/limits.rules.ts'
import { isDirectory } from '#shared/microsoft.rules.ts'

/** Why a mail is in Inkorg: the first that applies, in the order of `routeMail`. */
export const inboxReasons = [
  'no_proof',
  'unknown',
  'not_of_ticket',
  'several_customers',
  'staff',
  'limit',
  'old',
  'mailbox',
  'rule',
] as const
export const InboxReason = z.enum(inboxReasons)
export type InboxReason = z.infer<typeof InboxReason>

/** An address that cannot exist (RFC 2606), for mail without exactly one sender. */
export const UNKNOWN_SENDER = 'okand-avsandare@mejl.invalid'

/** The outcome of a mail. */
export const mailOutcomes = [
  'comment',
  'internal_comment',
  'ticket',
  'enquiry',
  'enquiry_reply',
  'automatic',
  /** Discarded by a rule for its sender, or a mail sent by the trial of a mailbox. */
  'discarded',
  'duplicate',
] as const
export const MailOutcome = z.enum(mailOutcomes)
export type MailOutcome = z.infer<typeof MailOutcome>

export const mailboxKinds = ['password', 'microsoft'] as const
export const MailboxKind = z.enum(mailboxKinds)
export type MailboxKind = z.infer<typeof MailboxKind>

export const mailboxTls = ['tls', 'starttls', 'none'] as const
export const MailboxTls = z.enum(mailboxTls)
export type MailboxTls = z.infer<typeof MailboxTls>

/** The maximum length of a host name (RFC 1035). */
export const HOST_MAX = 253
export const MAILBOX_LOGIN_MAX = 254
/** The maximum length of Microsoft's ids of a directory (tenant) and an application (client). */
export const MICROSOFT_ID_MAX = 100
export const FOLDER_MAX = 200

/** How long the original of a mail is stored. */
export const ORIGINALS_STORED_DAYS = 90
export const AUTOMATIC_ORIGINALS_STORED_DAYS = 30
/** Tickets that one sender may open in an hour; further mail goes to Inkorg. */
export const TICKETS_PER_SENDER_AND_HOUR = 20
/** Mail to an address is paused once it has bounced on so many days. */
export const BOUNCES_MAX = 3

/** After a change of UIDVALIDITY, mail of the last so many days is compared with mail already read. */
export const COMPARED_DAYS = 30

export const MAILBOX_NOT_FOUND = 'Brevlådan finns inte'
export const MAILBOX_EXISTS = 'Brevlådan finns redan'
export const READ_DAYS_MAX = 365
/** How many of the last mails 'Prova' shows. */
export const TRIED_MAILS = 20
export const PORT_REFUSED = 'Ange port 993 eller 143'
export const SECRET_MAX = 500

/** The IMAP host of Microsoft 365. */
export const MICROSOFT_HOST = 'outlook.office365.com'

/** An unencrypted connection is allowed only to a server on this machine. */
const isLocal = (host: string) => ['localhost', '127.0.0.1', '::1'].includes(host)

const mailboxFields = {
  address: requiredLine('Ange brevlådans adress')
    .max(EMAIL_MAX)
    .overwrite(asciiDomain)
    .pipe(z.email('Ange en giltig e-postadress'))
    .transform((address) => address.toLowerCase()),
  kind: MailboxKind.default('password'),
  host: requiredLine('Ange servern')
    .max(HOST_MAX)
    .regex(/^[A-Za-z0-9.:-]+$/, 'Ange serverns namn, till exempel imap.example.se'),
  port: z.coerce.number('Ange en port').int('Ange en port').min(1, 'Ange en port').max(65_535, 'Ange en port'),
  tls: MailboxTls.default('tls'),
  login: requiredLine('Ange användarnamnet').max(MAILBOX_LOGIN_MAX),
  tenant: optionalLine(MICROSOFT_ID_MAX).refine(
    (tenant) => tenant === null || isDirectory(tenant),
    'Ange katalogens id eller domän',
  ),
  clientId: optionalLine(MICROSOFT_ID_MAX),
  folder: requiredLine('Ange mappen').max(FOLDER_MAX).default('INBOX'),
  doneFolder: optionalLine(FOLDER_MAX),
  authservId: optionalLine(HOST_MAX),
  opensTickets: z.boolean().default(true),
  isActive: z.boolean().default(true),
  readDays: z.coerce
    .number('Ange ett antal dagar')
    .int('Ange ett antal dagar')
    .min(0, 'Ange ett antal dagar')
    .max(READ_DAYS_MAX, `Högst ${READ_DAYS_MAX} dagar`)
    .default(0),
}
type Settings = { kind: MailboxKind; tls: MailboxTls; host: string; tenant: string | null; clientId: string | null }
const needsApplication = ({ kind, tenant, clientId }: Settings) =>
  kind !== 'microsoft' || (tenant !== null && clientId !== null)
export const isEncrypted = ({ tls, host }: Pick<Settings, 'tls' | 'host'>) => tls !== 'none' || isLocal(host)
export const encryptionRule = {
  error: 'Välj kryptering: servern är inte på den här datorn',
  path: ['tls'],
  when: whenValid('tls', 'host'),
}
const rules = {
  application: {
    error: 'Ange katalog-id och program-id från Microsoft',
    path: ['tenant'],
    when: whenValid('kind', 'tenant', 'clientId'),
  },
  encrypted: encryptionRule,
}

export const NewMailbox = z
  .strictObject({ ...mailboxFields, secret: requiredLine('Ange lösenordet').max(SECRET_MAX) })
  .refine(needsApplication, rules.application)
  .refine(isEncrypted, rules.encrypted)
export type NewMailbox = z.output<typeof NewMailbox>

/** Without a secret the stored one is unchanged. */
export const MailboxChanges = z
  .strictObject({ ...mailboxFields, secret: optionalLine(SECRET_MAX) })
  .refine(needsApplication, rules.application)
  .refine(isEncrypted, rules.encrypted)
export const ChangedMailbox = MailboxChanges.safeExtend({ version: Version })
export type ChangedMailbox = z.output<typeof ChangedMailbox>

export const Mailbox = z.object({
  id: Id,
  address: z.string(),
  kind: MailboxKind,
  host: z.string(),
  port: z.int(),
  tls: MailboxTls,
  login: z.string(),
  tenant: z.string().nullable(),
  clientId: z.string().nullable(),
  folder: z.string(),
  doneFolder: z.string().nullable(),
  authservId: z.string().nullable(),
  opensTickets: z.boolean(),
  isActive: z.boolean(),
  readDays: z.int(),
  version: z.int(),
  /** When it was last read without a failure. */
  seenAt: z.iso.datetime().nullable(),
  failure: z.string().nullable(),
  failedAt: z.iso.datetime().nullable(),
  /** When mail to its address with a tag (support+…@) was last received; tickets then use such addresses in Reply-To. */
  plusConfirmedAt: z.iso.datetime().nullable(),
  /** Since when mail to its address with a tag is no longer received; tickets then use its plain address. */
  plusLostAt: z.iso.datetime().nullable(),
  /** When its server last changed UIDVALIDITY and renumbered the mail. */
  renumberedAt: z.iso.datetime().nullable(),
})
export type Mailbox = z.infer<typeof Mailbox>

/** The result of the trial mail to the mailbox's address with a tag (support+…@). */
const plusTrials = ['found', 'not_found', 'not_sent'] as const
export type PlusTrial = (typeof plusTrials)[number]

/** How long administrators see that a server renumbered the mail of a mailbox. */
const RENUMBERING_NOTIFIED_DAYS = 7

/** The notice about a mailbox whose server renumbered its mail within RENUMBERING_NOTIFIED_DAYS. */
export function renumberedText({ renumberedAt }: { renumberedAt: string | null }, now: Date): string | undefined {
  if (renumberedAt === null) return undefined
  const renumbered = new Date(renumberedAt)
  if (now.getTime() - renumbered.getTime() > RENUMBERING_NOTIFIED_DAYS * DAY_MS) return undefined
  return `Servern gav mejlen nya nummer ${momentInStockholm(renumbered)}. De senaste ${COMPARED_DAYS} dagarnas mejl jämförs med det som redan är läst; äldre läses inte igen.`
}

/** The notice about a mailbox whose server no longer accepts mail to its address with a tag. */
export const plusLostText = ({ address, plusLostAt }: { address: string; plusLostAt: string }) =>
  `Mejlservern tar sedan ${momentInStockholm(new Date(plusLostAt))} inte längre emot mejl till brevlådans adress med ärendets nummer. Svar på ärenden går till ${address} så länge. Tryck på Prova när servern är rättad.`

/** The outcome that a mail would have if it were received now, with the reason when that is Inkorg. */
const ExpectedOutcome = z.object({ outcome: MailOutcome, reason: InboxReason.nullable() })

/** The problem as text, or the outcomes that the last mails would have. */
export const MailboxTrial = z.object({
  problem: z.string().nullable(),
  /** Null when it was not tried: the mailbox is inactive, or no mail is sent. */
  plus: z.enum(plusTrials).nullable(),
  /**
   * The newest first, from the folder that is read and the folder for read mail; authentication and expected are null for a
   * mail too large to be tried.
   */
  mails: z.array(
    z.object({
      from: z.string(),
      subject: z.string(),
      authentication: SenderAuthentication.nullable(),
      expected: ExpectedOutcome.nullable(),
    }),
  ),
  /** How many mails there are to try; more than `mails` when time ran out. */
  total: z.int(),
})
export type MailboxTrial = z.infer<typeof MailboxTrial>

export const mailboxes = {
  list: get('/api/mailboxes', { allow: 'admin', summary: 'The mailboxes', returns: z.array(Mailbox) }),
  create: post('/api/mailboxes', {
    allow: 'admin',
    summary: 'Adds a mailbox; its mail is read from now on, and that of the last `readDays`',
    body: NewMailbox,
    returns: Mailbox,
    creates: true,
    proof: 'recent',
  }),
  change: put('/api/mailboxes/:id', {
    allow: 'admin',
    summary: 'Changes a mailbox; 409 with the current one for an outdated version',
    params: IdParams,
    body: ChangedMailbox,
    returns: Mailbox,
    proof: 'recent',
  }),
  remove: del('/api/mailboxes/:id', {
    allow: 'admin',
    summary: 'Removes the mailbox; what was received with it remains',
    params: IdParams,
    returns: nothing,
    proof: 'recent',
  }),
  try: post('/api/mailboxes/:id/trial', {
    allow: 'admin',
    summary:
      'Signs in to the mailbox and returns, within 10 s, the problem, or the outcomes that the last mails would have',
    params: IdParams,
    returns: MailboxTrial,
    ownTransactions: true,
  }),
}
