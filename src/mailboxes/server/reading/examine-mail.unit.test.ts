import { expect, test } from 'vitest'
import { corpusMail, ownServer } from '#mailboxes/testing/corpus-world.ts'
import { examineHere, examineInThread, examineMail } from './examine-mail.ts'

const large = Buffer.concat([corpusMail('proof-own-dmarc'), Buffer.alloc(300_000, 'Nu blinkar det.\r\n')])

test('a large mail is read in a thread of its own, with the same outcome', async () => {
  const examined = await examineMail(large, ownServer)
  expect(examined).toEqual(await examineHere(large, ownServer))
  expect(examined.proof).toBe('server')
})

test('A-395: a mail that takes too long is unreadable, and its sender unproven; its headers are kept', async () => {
  const { mail, proof } = await examineInThread(large, ownServer, 0)
  expect(mail).toMatchObject({ from: { address: 'kim@kajen.example' }, subject: 'WiFi nere', remarks: ['unreadable'] })
  expect(proof).toBe('none')
})
