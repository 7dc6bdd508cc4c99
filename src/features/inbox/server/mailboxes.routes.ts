import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { isSendingMail } from '#platform/mail/is-sending-mail.ts'
import { inboxMail } from '../inbox-mail.contract.ts'
import { incomingMail } from '../incoming-mail.contract.ts'
import { mailboxes } from '../mailboxes.contract.ts'
import { senderRules } from '../sender-rules.contract.ts'
import { acceptMail, getInboxMail, saveSender } from './inbox-mail.queries.ts'
import { readIncomingMail, readOriginalFile } from './incoming-mail.queries.ts'
import { addCopy } from './mail-copies.queries.ts'
import { changeMailbox, createMailbox, listMailboxes, removeMailbox, requireMailbox } from './mailboxes.queries.ts'
import { type ExamineMail, examineMail } from './reading/examine-mail.ts'
import { createRule, listRules, removeRule } from './sender-rules.queries.ts'
import { tryMailbox } from './try-mailbox.ts'

type Parts = Omit<Parameters<typeof tryMailbox>[0], 'examine' | 'isSendingMail'> & {
  examine?: ExamineMail
  hasMailServer: boolean
}

/** The actions of staff on a mail in Inkorg. */
export function inboxMailRoutes(app: App) {
  serve(app, inboxMail.get, ({ db, params }) => getInboxMail(db, params.id))
  serve(app, inboxMail.accept, ({ db, actor, params }) => acceptMail(db, actor, params.id))
  serve(app, inboxMail.saveSender, ({ db, actor, params, body }) => saveSender(db, actor, params.id, body))
  serve(app, senderRules.list, ({ db }) => listRules(db))
  serve(app, senderRules.create, ({ db, actor, params, body }) => createRule(db, actor, params.id, body))
  serve(app, senderRules.remove, ({ db, actor, params }) => removeRule(db, actor, params.id))
}

export function mailboxRoutes(app: App, { examine = examineMail, hasMailServer, ...parts }: Parts) {
  serve(app, mailboxes.list, ({ db }) => listMailboxes(db))
  serve(app, mailboxes.create, ({ db, actor, body }) => createMailbox(db, parts, actor, body))
  serve(app, mailboxes.change, ({ db, actor, params, body }) => changeMailbox(db, parts, actor, params.id, body))
  serve(app, mailboxes.remove, ({ db, actor, params }) => removeMailbox(db, actor, params.id))
  serve(app, incomingMail.get, ({ transaction, params }) => readIncomingMail(transaction, params.id))
  serve(app, incomingMail.original, ({ transaction, params }) => readOriginalFile(transaction, params.id))
  serve(app, incomingMail.addCopy, ({ db, actor, params, body }) => addCopy(db, actor, params.id, body.address))
  serve(app, mailboxes.try, async ({ transaction, params }) => {
    const isSending = await transaction(async (db) => {
      await requireMailbox(db, params.id)
      return isSendingMail(db, hasMailServer)
    })
    return tryMailbox({ ...parts, examine, isSendingMail: isSending }, params.id)
  })
}
