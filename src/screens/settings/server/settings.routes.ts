import { confirmTouched } from '#features/billing/server/touched-bases.queries.ts'
import { brand } from '#features/company/brand.contract.ts'
import { company } from '#features/company/company.contract.ts'
import { printedCompany } from '#features/company/printed-company.contract.ts'
import { changeColors, getBrand, removePicture, setPicture } from '#features/company/server/brand.queries.ts'
import {
  changeFacts,
  changeOrganization,
  getFacts,
  getOpeningHours,
  getOrganization,
  getPrintedCompany,
} from '#features/company/server/company.queries.ts'
import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { isSendingMail } from '#platform/mail/is-sending-mail.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { readMailOutage } from '#platform/mail/mail-outage.ts'
import { settings } from '../settings.contract.ts'
import { listStoredMail, makeLinkOfMail } from './settings.queries.ts'
import { sendTestMail } from './test-mail.ts'

export type SettingsParts = {
  appUrl: string
  mailer: Mailer
  /** The environment has a mail server. */
  hasMailServer: boolean
  /** The cache of the company facts on the public site. */
  facts: { invalidate: () => void }
}

export function settingsRoutes(app: App, { appUrl, mailer, hasMailServer, facts }: SettingsParts) {
  serve(app, settings.mail, async ({ db, query }) => ({
    ...(await listStoredMail(db, query.after)),
    isSending: await isSendingMail(db, hasMailServer),
    outage: await readMailOutage(db),
  }))
  serve(app, settings.makeMailLink, ({ db, actor, params }) => makeLinkOfMail(db, actor, { ...params, appUrl }))
  serve(app, settings.sendTestMail, async ({ transaction, actor }) => {
    await sendTestMail(transaction, mailer, actor)
    return { isSent: await transaction((db) => isSendingMail(db, hasMailServer)) }
  })
  serve(app, company.organization, ({ db, actor }) => getOrganization(db, actor))
  serve(app, company.changeOrganization, ({ db, actor, body, afterCommit }) => {
    afterCommit(facts.invalidate)
    return changeOrganization(db, actor, body)
  })
  serve(app, company.facts, ({ db, actor }) => getFacts(db, actor))
  serve(app, company.changeFacts, ({ db, actor, body, query, afterCommit }) => {
    afterCommit(facts.invalidate)
    return confirmTouched(db, actor, query, () => changeFacts(db, actor, body))
  })
  serve(app, company.hours, ({ db, actor }) => getOpeningHours(db, actor))
  serve(app, printedCompany.get, ({ db }) => getPrintedCompany(db))
  serve(app, brand.get, ({ db, actor }) => getBrand(db, actor))
  serve(app, brand.changeColors, ({ db, actor, body, afterCommit }) => {
    afterCommit(facts.invalidate)
    return changeColors(db, actor, body)
  })
  serve(app, brand.setPicture, ({ db, actor, query, body, afterCommit }) => {
    afterCommit(facts.invalidate)
    return setPicture(db, actor, query.place, body.fileId)
  })
  serve(app, brand.removePicture, ({ db, actor, query, afterCommit }) => {
    afterCommit(facts.invalidate)
    return removePicture(db, actor, query.place)
  })
}
