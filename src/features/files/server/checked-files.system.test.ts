// Files and the virus scanner: who may open which file when. The test's scanner speaks clamd's protocol.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { EICAR } from '#app/cli/doctor/scanner-samples.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { files } from '../files.contract.ts'
import { aPng } from '../testing/sample-pictures.ts'
import { aScannerServer, judge, type ScannerServer } from '../testing/scanner-server.ts'
import { checkTasks, FILE_CHECK } from './check-file.ts'
import { openClamd } from './clamd.ts'

let scanner: ScannerServer
let h: Harness
let orgId: string
let technician: Person
let anna: Person
let ticketId: string
beforeAll(async () => {
  scanner = await aScannerServer()
  h = await startHarness({ clamdUrl: scanner.url })
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId })
  anna = await h.aPortalUser(await h.aCustomer({ orgId }))
})
beforeEach(async () => {
  await scanner.start()
  scanner.answer = judge
  ticketId = (await h.as(anna).call(portal.create, { body: { title: 'WiFi nere', description: 'Inget nät' } })).id
})
afterAll(async () => {
  await h.stop()
  await scanner.stop()
})

const rows = async <T>(sql: string, ...values: unknown[]) => (await h.test.superuser.query(sql, values)).rows as T[]
const upload = (person: Person, payload: Buffer, name = 'fil.bin') =>
  h.app.inject({
    method: 'POST',
    url: `/api/files?${new URLSearchParams({ name })}`,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' },
    payload,
  })
const open = (person: Person, { id }: { id: string }, what: 'download' | 'preview' = 'download') =>
  h.app.inject({
    url: files[what].path.replace(':id', id),
    headers: { authorization: `Bearer ${person.token}` },
  })
const statuses = async (file: { id: string }, people = [anna, technician]) =>
  Promise.all(people.map(async (person) => (await open(person, file)).statusCode))
const comment = async (fileId: string, isInternal = false) => {
  const body = { comment: 'Se filen', isInternal, fileIds: [fileId] }
  await h.as(technician).call(tickets.comment, { params: { id: ticketId }, body })
}
const filesShown = async () => {
  const { thread } = await h.as(technician).call(tickets.screen, { params: { id: ticketId } })
  return thread.flatMap((entry) => ('files' in entry ? entry.files : []))
}
const filesInPortal = async () => {
  const thread = await h.as(anna).call(portal.thread, { params: { id: ticketId } })
  return thread.flatMap((entry) => ('files' in entry ? entry.files : []))
}
const warnings: string[] = []
/** Runs the job as if the files had been sent some time ago. */
async function runJob() {
  await rows(`update files set created_at = created_at - interval '2 minutes' where state = 'checking'`)
  const warn = (_facts: object, text: string) => void warnings.push(text)
  await checkTasks({ database: h.database, scanner: openClamd(scanner.url, 60_000), warn })[FILE_CHECK]?.({})
}
/** A file that the technician sends while the scanner does not answer. */
async function sentUnchecked(content: Buffer, name?: string) {
  await scanner.stop()
  const answer = await upload(technician, content, name)
  expect(answer.statusCode).toBe(201)
  return answer.json<{ id: string; state: string }>()
}

describe('a scanner that answers', () => {
  test('a clean file is ready on arrival, unchanged', async () => {
    const content = await aPng(300, 200)
    const file = (await upload(technician, content)).json<{ id: string; state: string }>()
    expect(file.state).toBe('ready')
    expect(scanner.scanned.at(-1)).toEqual(content)
    await comment(file.id)
    expect(await filesShown()).toMatchObject([{ state: 'ready', finding: null, preview: { width: 300, height: 200 } }])
    expect(await statuses(file)).toEqual([200, 200])
  })

  test('A-375: an infected file is refused by name, deleted and audited', async () => {
    const answer = await upload(anna, EICAR)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().error.fields).toEqual({
      file: 'Filen innehåller skadlig kod (Eicar-Test-Signature) och togs inte emot.',
    })
    expect(await rows('select id from files where uploaded_by = $1', anna.userId)).toEqual([])
    const audited = await rows('select action, subject, detail from audit_log where user_id = $1', anna.userId)
    expect(audited).toContainEqual({
      action: 'checked_infected',
      subject: 'file',
      detail: expect.objectContaining({ finding: 'Eicar-Test-Signature', bytes: EICAR.length }),
    })
  })

  test('a file beyond the scanner’s limits is refused, but not called infected', async () => {
    for (const answer of [
      'stream: Heuristics.Limits.Exceeded.MaxFileSize FOUND',
      'INSTREAM size limit exceeded. ERROR',
    ]) {
      scanner.answer = () => answer
      const { file } = (await upload(anna, Buffer.from('hej'))).json().error.fields
      expect(file).toBe(
        'Filen gick inte att kontrollera och togs inte emot. Packa upp den och skicka filerna var för sig.',
      )
    }
  })

  test('a response without a verdict leaves the file waiting', async () => {
    scanner.answer = () => 'stream: Can’t allocate memory ERROR'
    expect((await upload(technician, Buffer.from('hej'))).json().state).toBe('checking')
  })

  test('the company’s own pictures are re-encoded and not scanned', async () => {
    await scanner.stop()
    const admin = await h.anAdmin({ orgId })
    const answer = await h.app.inject({
      method: 'POST',
      url: '/api/files?name=logo.png&use=logo',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/octet-stream' },
      payload: await aPng(200, 200),
    })
    expect(answer.json().state).toBe('ready')
  })
})

describe('a scanner that does not answer', () => {
  test('A-376: the comment is sent, and nobody can open its file until it is found clean', async () => {
    const file = await sentUnchecked(await aPng())
    expect(file.state).toBe('checking')
    await comment(file.id)
    for (const shown of [await filesShown(), await filesInPortal()])
      expect(shown).toMatchObject([{ id: file.id, state: 'checking', preview: null }])
    expect(await statuses(file)).toEqual([409, 409])
    expect((await open(anna, file, 'preview')).statusCode).toBe(409)
    expect((await open(anna, file)).json().error.message).toBe('Filen kontrolleras. Försök igen om en stund.')

    await runJob()
    expect(warnings.splice(0)).toEqual(['a file could not be checked for viruses'])
    expect(await filesShown()).toMatchObject([{ state: 'checking' }])

    await scanner.start()
    await runJob()
    expect(await filesInPortal()).toMatchObject([{ state: 'ready', preview: { width: 40, height: 30 } }])
    expect(await statuses(file)).toEqual([200, 200])
  })

  test('A-375: a file found infected later is named, and its content deleted', async () => {
    const [before] = await rows<{ bytes: string }>('select bytes from file_usage where org_id = $1', orgId)
    const file = await sentUnchecked(EICAR, 'faktura.com')
    await comment(file.id)
    await scanner.start()
    await runJob()
    const named = { state: 'infected', finding: 'Eicar-Test-Signature', name: 'faktura.com', preview: null }
    expect(await filesShown()).toMatchObject([named])
    expect(await statuses(file)).toEqual([409, 409])
    expect(await rows('select from file_chunks where file_id = $1', file.id)).toEqual([])
    expect(await rows('select bytes from file_usage where org_id = $1', orgId)).toEqual([before])
    const audited = await rows('select action, user_id as by from audit_log where subject_id = $1', file.id)
    expect(audited).toEqual([{ action: 'checked_infected', by: technician.userId }])
  })

  test('a file that cannot be checked stays but cannot be opened', async () => {
    const file = await sentUnchecked(Buffer.from('hej'))
    await comment(file.id)
    await scanner.start()
    scanner.answer = () => 'stream: Heuristics.Limits.Exceeded.MaxFiles FOUND'
    await runJob()
    expect(await filesShown()).toMatchObject([{ state: 'unchecked', finding: null }])
    expect(await statuses(file)).toEqual([409, 409])
    expect(await rows('select from file_chunks where file_id = $1', file.id)).toHaveLength(1)
  })

  test('A-377: the sender can neither read the file nor mark it clean, even in the database', async () => {
    const { id } = await sentUnchecked(Buffer.from('hej'))
    const asSender = <T>(sql: string) =>
      h.database.asActor(
        technician.sessionId,
        () => undefined,
        async (db) => (await db.executeQuery<T>({ sql, parameters: [id] } as never)).rows,
      )
    expect(await asSender('select content from file_chunks where file_id = $1')).toEqual([])
    await expect(asSender(`update files set state = 'ready' where id = $1`)).rejects.toThrow('does not change')
    await expect(asSender(`select finish_check(org_id, id, 'ready', null) from files where id = $1`)).rejects.toThrow(
      'permission denied',
    )
  })

  test('the verdict reaches the screens of those who see the file, customers only if public', async () => {
    for (const isInternal of [false, true]) {
      const { id } = await sentUnchecked(Buffer.from('hej'))
      await comment(id, isInternal)
      await scanner.start()
      await h.test.superuser.query('delete from live_changes')
      await runJob()
      const { rows: changes } = await h.test.superuser.query<{ internal: boolean }>(
        `select (change ->> 'internal')::boolean as internal from live_changes where change ->> 'about' = 'comment'`,
      )
      expect(changes).toEqual([{ internal: isInternal }])
    }
  })
})
