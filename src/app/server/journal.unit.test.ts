import { closeSync, fstatSync, openSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { isJournal, withPriorities } from './journal.ts'
import { openLog } from './log.ts'

test('a descriptor is the journal only if systemd names its device and inode', () => {
  const descriptor = openSync(import.meta.filename, 'r')
  onTestFinished(() => closeSync(descriptor))
  const { dev, ino } = fstatSync(descriptor, { bigint: true })
  expect(isJournal(descriptor, `${dev}:${ino}`)).toBe(true)
  for (const other of [undefined, '', `${dev}:${ino + 1n}`, String(ino)])
    expect(isJournal(descriptor, other)).toBe(false)
  expect(isJournal(1_000_000, `${dev}:${ino}`)).toBe(false)
})

test('each line has its syslog priority, an ISO time and one process id', () => {
  const lines: string[] = []
  const log = openLog('trace', withPriorities({ write: (line) => void lines.push(line) }))
  log.child({ requestId: 'x' }).warn('slow request')
  for (const level of ['fatal', 'error', 'info', 'debug', 'trace'] as const) log[level]('a line')
  expect(lines.map((line) => line.slice(0, 3))).toEqual(['<4>', '<2>', '<3>', '<6>', '<7>', '<7>'])
  const [first = ''] = lines
  expect(JSON.parse(first.slice(3))).toMatchObject({
    level: 40,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    pid: process.pid,
    requestId: 'x',
  })
})
