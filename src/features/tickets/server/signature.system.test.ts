// The signature of the person in answers to tickets.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownSettings, SIGNATURE_MAX } from '#features/users/own-settings.contract.ts'
import { type MailHarness, startMailHarness } from '../testing/mail-scenario.ts'

let mailHarness: MailHarness
beforeAll(async () => {
  mailHarness = await startMailHarness()
})
afterAll(() => mailHarness.stop())

test('an answer ends with the signature of whoever wrote it; other mail with the company', async () => {
  const { h, mails } = mailHarness
  const s = await mailHarness.aScenario()
  await h.as(s.anna).call(ownSettings.change, { body: { signature: 'Hälsningar\nAnna på Nordnät' } })
  const textTo = async (email: string) => {
    await mailHarness.settled()
    return mails.findLast(({ to }) => to.includes(email))?.text ?? ''
  }
  await s.comment(s.anna)
  expect(await textTo(s.kim.email)).toMatch(/\n\nHälsningar\nAnna på Nordnät\n$/)
  await s.comment(s.bo)
  expect(await textTo(s.kim.email)).toMatch(/\n\nNordnät AB\n$/)
  await s.changeStatus(s.anna, 'in_progress')
  expect(await textTo(s.kim.email)).toMatch(/Vi arbetar nu med ärendet\.[\s\S]*\n\nNordnät AB\n$/)
  await s.comment(s.kim)
  expect(await textTo(s.anna.email)).toMatch(/\n\nNordnät AB\n$/)
})

test('a signature is bounded, may be removed, and is the own person’s', async () => {
  const { h } = mailHarness
  const { anna, bo } = await mailHarness.aScenario()
  const change = (signature: string) => h.as(anna).call(ownSettings.change, { body: { signature } })
  await expect(change('x'.repeat(SIGNATURE_MAX + 1))).rejects.toMatchObject({ status: 422 })
  expect(await change('Anna')).toMatchObject({ signature: 'Anna', advances: true })
  await h.as(anna).call(ownSettings.change, { body: { advances: false } })
  expect(await h.as(anna).call(ownSettings.read, {})).toMatchObject({ signature: 'Anna', advances: false })
  expect(await h.as(bo).call(ownSettings.read, {})).toMatchObject({ signature: null })
  expect(await change(' \u200b ')).toMatchObject({ signature: null })
})
