// Every mail of the corpus has the expected text and route.
import { readdirSync } from 'node:fs'
import PostalMime, { type Email } from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { routeMail } from '../../mail-route.rules.ts'
import type { FoldedMail } from '../../quotation.rules.ts'
import { expectedOfCorpus } from '../../testing/corpus-table.ts'
import { corpusFolder, corpusMail, factsOf, microsoft, ownServer, partsOf } from '../../testing/corpus-world.ts'
import type { Expected } from '../../testing/expected-mail.ts'
import { parseMail } from './parse-mail.ts'

test('the table has every mail of the corpus, at least eighty', () => {
  const files = readdirSync(corpusFolder).map((name) => name.replace(/\.eml$/, ''))
  expect(Object.keys(expectedOfCorpus).sort()).toEqual(files.sort())
  expect(files.length).toBeGreaterThanOrEqual(80)
})

const rows = Object.entries(expectedOfCorpus)

describe('sender authentication and route:', () => {
  test.each(rows)('%s', async (name, expected) => {
    const raw = corpusMail(name)
    const mail = await parseMail(raw)
    const facts = await factsOf(mail, raw, expected.receiver === 'microsoft' ? microsoft : ownServer)
    const route = routeMail(facts)
    const reason = route.outcome === 'enquiry' ? route.reason : undefined
    expect({ outcome: route.outcome, authentication: facts.authentication, reason }).toEqual({
      outcome: expected.outcome,
      authentication: expected.authentication,
      reason: expected.reason,
    })
    if (expected.namesTicket) expect(route).toHaveProperty('ticketId', facts.ticket?.id ?? 'no ticket')
    if (expected.replyTo !== undefined) expect(mail.replyTo.map(({ address }) => address)).toEqual([expected.replyTo])
    const { automation } = mail
    const isAutomatic = expected.isAutomatic ?? expected.outcome === 'automatic'
    expect(automation.isAutomatic).toBe(isAutomatic)
    expect(automation.getsNoReceipt).toBe(isAutomatic || expected.noReceipt === true)
  })
})

describe('own text and folded text:', () => {
  test.each(rows)('%s', async (name, expected) => {
    const mail = await parseMail(corpusMail(name))
    if (expected.subject !== undefined) expect(mail.subject).toBe(expected.subject)
    const parts = partsOf(mail, expected)
    expectText(parts, expected)
    if (expected.folds === '') expect(parts.folded).toBe('')
    else if (expected.folds !== undefined) expect(parts.folded).toContain(expected.folds)
    expect(sortedWords(`${parts.text}\n${parts.folded}`), 'folding removes no word').toEqual(sortedWords(mail.text))
    const shown = new Set(asciiWords(`${parts.text}\n${parts.folded}`))
    const lost = asciiWords(await writtenIn(corpusMail(name))).filter((word) => !shown.has(word))
    expect(lost, 'no word is lost').toEqual(leftOut[name] ?? [])
    if (expected.files) expect(mail.attachments.map((file) => file.name)).toEqual(expected.files)
    expect(mail.remarks).toEqual(expected.remarks ?? [])
  })
})

const sortedWords = (text: string) => text.split(/\s+/).filter(Boolean).toSorted()

/** Words that are the same in any charset. */
const asciiWords = (text: string) => text.match(/[A-Za-z0-9]{3,}/g) ?? []

/** The text of the mail without our parser: its plain part, or its HTML without tags. */
async function writtenIn(raw: Uint8Array): Promise<string> {
  const { text = '', html = '' } = await PostalMime.parse(raw, { forceRfc822Attachments: true }).catch(
    () => ({}) as Email,
  )
  if (text.trim() !== '') return text
  return html
    .replace(/<(style|script|title)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^<>]*>/gi, ' ')
    .replace(/&#(\d+);/g, (_written, code) => String.fromCodePoint(Number(code)))
    .replace(/&[a-z]+;/gi, ' ')
}

/** Words that are left out on purpose: a preheader, link targets repeated in the text, and UTF-7 encoding. */
const leftOut: Record<string, string[]> = {
  'newsletter-preheader': ['Spara', 'dag', 'Visa', 'webbl', 'saren'],
  'outlook-noise-in-text': [
    'cid',
    'image001',
    'png',
    '01DB2E3F',
    '7A1C2B30',
    'tel',
    '46401234567',
    'mailto',
    'http',
    'mailto',
  ],
  'charset-utf7': ['AOQ', 'AOQ', 'AOU', 'APY'],
}

function expectText({ text, folded }: FoldedMail, expected: Expected) {
  if (expected.text !== undefined) expect(text.trim()).toBe(expected.text)
  if (expected.textBegins !== undefined) expect(text.startsWith(expected.textBegins), text).toBe(true)
  if (expected.textHas !== undefined) expect(text).toContain(expected.textHas)
  expect(`${text}${folded}`).not.toContain('\0')
}

describe('A-393: a delivery report counts for an address only with a Message-ID that we sent there:', () => {
  test.each(rows.filter(([, { bounced }]) => bounced))('%s', async (name, { bounced, undelivered }) => {
    const { report } = await parseMail(corpusMail(name))
    const ours = report?.messageId ? threadsOfTests.find(report.messageId) : undefined
    const sentTo = (addresses: string[] = []) => [...new Set(addresses)].filter((address) => ours?.wasSentTo(address))
    expect(sentTo(report?.failedFor)).toEqual(bounced)
    if (undelivered) expect(sentTo(report?.undelivered)).toEqual(undelivered)
  })
})
