// The server that an organization sends its mail with. One of the environment (SMTP_URL) is used instead.
import { z } from 'zod'
import { del, get, nothing, optionalLine, post, put, requiredLine, Version, whenValid } from '#shared/contract.ts'
import { asciiDomain } from '#shared/email.rules.ts'
import { EMAIL_MAX, FULL_NAME_MAX } from '#shared/limits.rules.ts'
import {
  encryptionRule,
  HOST_MAX,
  isEncrypted,
  MAILBOX_LOGIN_MAX,
  MailboxTls,
  SECRET_MAX,
} from './mailboxes.contract.ts'

export const SMTP_PORT_REFUSED = 'Ange port 465, 587 eller 25'
export const SECRET_MISSING = 'Ange lösenordet'
export const SECRET_AGAIN = 'Ange lösenordet igen, eftersom server, port, kryptering eller användarnamn är ändrat'
export const SERVER_OF_ENVIRONMENT = 'E-postservern är angiven med SMTP_URL av den som sköter driften och ändras där.'

const fields = {
  host: requiredLine('Ange servern')
    .max(HOST_MAX)
    .regex(/^[A-Za-z0-9.:-]+$/, 'Ange serverns namn, till exempel smtp.example.se'),
  port: z.coerce.number('Ange en port').int('Ange en port').min(1, 'Ange en port').max(65_535, 'Ange en port'),
  tls: MailboxTls,
  login: optionalLine(MAILBOX_LOGIN_MAX),
  /** Without one the stored password is used. */
  secret: optionalLine(SECRET_MAX),
  fromAddress: requiredLine('Ange adressen som mejlen kommer från')
    .max(EMAIL_MAX)
    .overwrite(asciiDomain)
    .pipe(z.email('Ange en giltig e-postadress'))
    .transform((address) => address.toLowerCase()),
  fromName: optionalLine(FULL_NAME_MAX),
}

export const MailServerForm = z
  .strictObject(fields)
  .refine(isEncrypted, encryptionRule)
  .refine(({ login, secret }) => login !== null || secret === null, {
    error: 'Ange användarnamnet',
    path: ['login'],
    when: whenValid('login', 'secret'),
  })
export type MailServerForm = z.output<typeof MailServerForm>

/** `version` 0: there is none yet. */
const ChangedMailServer = MailServerForm.safeExtend({ version: Version })
export type ChangedMailServer = z.output<typeof ChangedMailServer>

/** Without its password. With `version` 0 there is none, and the fields are empty. */
export const MailServerSettings = z.object({
  host: z.string(),
  port: z.int(),
  tls: MailboxTls,
  login: z.string().nullable(),
  fromAddress: z.string(),
  fromName: z.string().nullable(),
  version: z.int(),
})
export type MailServerSettings = z.infer<typeof MailServerSettings>

export const noMailServer: MailServerSettings = {
  host: '',
  port: 587,
  tls: 'starttls',
  login: null,
  fromAddress: '',
  fromName: null,
  version: 0,
}

/** The server of the environment, which is shown and cannot be changed. */
export const EnvironmentServer = z.object({ host: z.string(), from: z.string() })
export type EnvironmentServer = z.infer<typeof EnvironmentServer>

export const mailServer = {
  get: get('/api/settings/mail-server', {
    allow: 'admin',
    summary:
      'The mail server that mail is sent with, without its password; `environment` is used instead when it is set',
    returns: MailServerSettings.extend({ environment: EnvironmentServer.nullable() }),
  }),
  change: put('/api/settings/mail-server', {
    allow: 'admin',
    summary:
      'Signs in to the mail server and, if that succeeds, stores it: mail is sent with it at once; 409 with the current one for an outdated version',
    body: ChangedMailServer,
    returns: MailServerSettings,
    ownTransactions: true,
    proof: 'recent',
  }),
  try: post('/api/settings/mail-server/trial', {
    allow: 'admin',
    summary:
      'Sends a mail to the own address with these settings, which are not stored; 422 with the reason at its field',
    body: MailServerForm,
    returns: nothing,
    ownTransactions: true,
  }),
  remove: del('/api/settings/mail-server', {
    allow: 'admin',
    summary: 'Removes the mail server; mail is stored for administrators from then on',
    returns: nothing,
    proof: 'recent',
  }),
}
